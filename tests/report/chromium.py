"""A headless Chromium, driven over its debugging pipe: messages of JSON, each ended by a zero byte."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 60


class Browser:
    """One page in one window."""

    def __init__(self, into: int, out: int) -> None:
        self._into, self._out = into, out
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")

    def ask(self, method: str, **params: Any) -> Any:
        """The result of one command; what else the browser tells is passed over."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._into, json.dumps(message).encode() + b"\0")
        answer = next(each for each in self._messages() if each.get("id") == self._number)
        assert "error" not in answer, answer
        return answer["result"]

    def _messages(self) -> Iterator[Any]:
        while True:
            while b"\0" not in self._rest:
                piece = os.read(self._out, 65_536)
                assert piece, "the browser has ended"
                self._rest += piece
            message, _, self._rest = self._rest.partition(b"\0")
            yield json.loads(message)

    def open(
        self, path: Path, width: int, height: int = 900, *, dark: bool = False, scripts: bool = True
    ) -> None:
        """Load a page from the disk, without a network, and wait until it is there."""
        self.ask(
            "Network.emulateNetworkConditions",
            offline=True,
            latency=0,
            downloadThroughput=0,
            uploadThroughput=0,
        )
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", media="", features=[scheme])
        self.ask("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.ask("Page.navigate", url=path.as_uri())
        next(each for each in self._messages() if each.get("method") == "Page.loadEventFired")

    def value(self, expression: str) -> Any:
        """Of a promise, what it comes to."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key: str, code: int) -> None:
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)


@contextmanager
def chromium(profile: Path) -> Iterator[Browser]:
    """Started for one test; it ends with it."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    assert program is not None, "this test needs Chromium; .ci/run installs it"
    into_read, into = os.pipe()
    out, out_write = os.pipe()
    words = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
    # The browser reads from descriptor 3 and writes to 4.
    command = f'exec "$0" "$@" 3<&{into_read} 4>&{out_write}'
    process = subprocess.Popen(
        ["bash", "-c", command, *words, f"--user-data-dir={profile}"],
        pass_fds=(into_read, out_write),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(into_read)
    os.close(out_write)
    try:
        yield Browser(into, out)
    finally:
        os.close(into)
        os.close(out)
        process.kill()
        process.wait(SECONDS)
