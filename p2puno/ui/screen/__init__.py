"""The full screen: pages of styled text that take keys, under prompt_toolkit (decisions 080 to 082)."""
