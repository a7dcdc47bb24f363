"""The page of `p2puno audit --report`: one file that shows a game and what was checked (decision 264)."""
