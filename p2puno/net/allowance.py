"""How much of something is allowed at once, and how fast what was used comes back (a token bucket)."""

from __future__ import annotations

from dataclasses import dataclass

import trio

from p2puno.net.limits import Rate


@dataclass(slots=True)
class Allowance:
    """One user's. It may run into debt once; what comes next waits until that is paid."""

    rate: Rate
    _left: float = 0.0
    _at: float = 0.0
    _used: bool = False

    def take(self, amount: float = 1.0) -> bool:
        """Use so much, if it is there."""
        self._refill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    async def spend(self, amount: float = 1.0) -> None:
        """Use so much, and wait until no debt is left."""
        self._refill()
        self._left -= amount
        if self._left < 0:
            await trio.sleep(-self._left / self.rate.per_second)

    @property
    def is_whole(self) -> bool:
        """Nothing of it is in use: it need not be remembered."""
        self._refill()
        return self._left >= self.rate.burst

    def _refill(self) -> None:
        now = trio.current_time()
        gained = (now - self._at) * self.rate.per_second if self._used else self.rate.burst
        self._used, self._at = True, now
        self._left = min(float(self.rate.burst), self._left + gained)


class Allowances:
    """One for each of those who use it; who has the whole of it again is forgotten."""

    def __init__(self, rate: Rate, most: int) -> None:
        """most: so many users are remembered; beyond that nobody new is allowed anything."""
        self._rate = rate
        self._most = most
        self._by_user: dict[str, Allowance] = {}

    def take(self, user: str) -> bool:
        """Whether this user may once more."""
        allowance = self._by_user.get(user)
        if allowance is None:
            if len(self._by_user) >= self._most:
                self._forget()
            if len(self._by_user) >= self._most:
                return False
            allowance = self._by_user[user] = Allowance(self._rate)
        return allowance.take()

    def _forget(self) -> None:
        self._by_user = {user: each for user, each in self._by_user.items() if not each.is_whole}
