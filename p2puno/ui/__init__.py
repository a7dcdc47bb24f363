"""Line mode, the events file, and what all interfaces share; the full screen is in `screen`."""
