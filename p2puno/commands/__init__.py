"""One module a command, imported when it runs: `run(options)` gives the exit code (decision 060)."""
