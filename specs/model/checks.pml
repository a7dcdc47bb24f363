/* What has to hold: check() after every step, settled() when nothing moves any more. */

/* pair: all honest seats together hold two statements of the liar that convict it */
inline convicting() {
    pair = 0;
#if !defined(HONEST) && !defined(NO_EVIDENCE)
    for (d : 0 .. T * S - 1) {
        y = 0;
        for (f : 0 .. N - 1) { y = y | lies[OF(f, d)] }
        pair = pair || y == 3;                                  /* two contributions */
        for (f : 0 .. N - 1) {
            for (g : 0 .. N - 1) {
                one = 0; other = 0;                             /* 1 + the last ballot of which each has heard */
                for (h : 0 .. B - 1) {
                    if :: false_out[BALLOT(f, d, h)] != 0 -> one = h + 1 :: else fi;
                    if :: false_out[BALLOT(g, d, h)] != 0 -> other = h + 1 :: else fi
                }
                for (h : 0 .. B - 1) {
                    if
                    :: f != g && h < one && h < other ->
                        y = false_out[BALLOT(f, d, h)]; z = false_out[BALLOT(g, d, h)];
                        pair = pair || (y & EVERYBODY) != (z & EVERYBODY) || (h + 1 == one && one == other && y != z) ||
                               (y == z && y != 0 && false_carried[BALLOT(f, d, h)] != false_carried[BALLOT(g, d, h)])
                    :: else
                    fi
                }
            }
        }
    }
#endif
}

/* No two honest seats have ended one slot differently, unless one of them was voted out of the other's log behind its
   back, and has got no further with all others; or a pair convicts the liar. */
inline check() {
    convicting();
    for (d : 0 .. N - 1) {
        for (f : 0 .. N - 1) {
            if
            :: d < f && !LIES(d) && !LIES(f) ->
                one = gone[d * T + term[d]]; other = gone[f * T + term[f]];
                for (h : 0 .. S - 1) {
                    if
                    :: h < slot[d] && h < slot[f] && HEAD(d, h) == HEAD(f, h) && HEAD(d, h + 1) != HEAD(f, h + 1) ->
                        assert(pair || IN(d, other) || IN(f, one));
                        assert(pair || !IN(d, other) || agreed[d] <= h + 1);
                        assert(pair || !IN(f, one) || agreed[f] <= h + 1)
                    :: else
                    fi
                }
            :: else
            fi
        }
    }
}

/* x: contributions, b: votes at places before the last term, of who is down that nobody else has used: they may be lost */
inline may_be_lost() {
    x = 0; b = 0;
    if
    :: down != 0 ->
        for (p : 0 .. T * S - 1) {
            y = 0; z = 0;
            for (d : 0 .. N - 1) {
                y = y || RUNS(d) && AT(d, p);
                z = z || d != down - 1 && IN(down - 1, heard[OF(d, p)])
            }
            if :: y && !z && IN(down - 1, given[p]) -> x = x | BIT(p) :: else fi
        }
        for (p : 0 .. (T - 1) * S * B - 1) {
            z = out[BALLOT(down - 1, 0, p)] == 0;
            for (d : 0 .. N - 1) { z = z || d != down - 1 && IN(down - 1, votes[BALLOT(d, 0, p)]) }
            if :: !z -> b = b | BIT(p) :: else fi
        }
    :: else
    fi;
    p = 0
}

/* Everybody hears everything that is not lost. */
inline hear_all() {
    for (i : 0 .. N - 1) {
        if
        :: PLAYS(i) ->
            y = (down != 0 && IN(HERE(i), lost) -> BIT(down - 1) : 0);
            hear(i, EVERYBODY & ~y)
        :: else
        fi;
        if
        :: RUNS(i) ->
            for (j : 0 .. N - 1) {
                for (p : 0 .. (T - 1) * S * B - 1) {
                    if
                    :: out[BALLOT(j, 0, p)] != 0 && IN_LOG(i, p / B) && !(j + 1 == down && IN(p, lost_votes)) -> votes[BALLOT(i, 0, p)] = votes[BALLOT(i, 0, p)] | BIT(j)
                    :: else
                    fi
                }
#ifndef HONEST
                for (p : 0 .. T * S - 1) {
                    if
                    :: !LIES(j) && (p / S != term[i] || p % S <= slot[i]) -> lies[OF(i, p)] = lies[OF(i, p)] | lies[OF(j, p)]
                    :: else
                    fi
                }
#endif
            }
        :: else
        fi
    }
}

/* stir: some step may still be taken without spending a vote, by what all hold */
inline stirring() {
    stir = 0;
    for (i : 0 .. N - 1) {
        if
        :: !stir && RUNS(i) ->
            may_give(i); stir = stir || ok;
            may_end(i); stir = stir || ok;
            if :: !stir -> may_leave(i); stir = stir || ok :: else fi
        :: else
        fi;
        for (j : 0 .. N - 1) {
            if
            :: !stir && RUNS(i) ->
                may_be_told(i, j); stir = stir || ok;
                for (p : 0 .. (T - 1) * S - 1) {
                    for (b : 0 .. B - 1) {
                        if :: !stir && (LIES(j) || out[BALLOT(j, p, b)] != 0) -> may_decline(i, j, p, b); stir = stir || ok :: else fi
                    }
                }
            :: else
            fi
        }
        for (b : 0 .. B - 1) {
            if
            :: !stir && RUNS(i) ->
                for (turn : 0 .. 1) { need(i, turn); may_vote(i, x, b); stir = stir || ok }
            :: else
            fi
        }
    }
}

/* What is held is put aside, and taken back. */
inline rest() {
    for (g : 0 .. N * T * S - 1) { old_heard[g] = heard[g]; old_lies[g] = lies[g] }
    for (g : 0 .. N * T * S * B - 1) { old_votes[g] = votes[g] }
    hear_all()
}

inline unrest() {
    for (g : 0 .. N * T * S - 1) { heard[g] = old_heard[g]; lies[g] = old_lies[g] }
    for (g : 0 .. N * T * S * B - 1) { votes[g] = old_votes[g] }
}

/* When nothing moves any more: everybody who is up has the end, or knows that it is out, or somebody has a reason for
   which all wait: no majority is left outside whom it has to vote out. */
inline settled() {
    one = 0; other = 0;
    for (i : 0 .. N - 1) {
        if
        :: PLAYS(i) && term[i] < T - 1 ->
            one = 1;
            aim(i);
            y = must;
            if :: down != 0 -> y = y | BIT(down - 1) :: else fi;
            z = PRESENT(i);
            if :: accused -> y = y | BIT(LIAR); z = z & ~BIT(LIAR) :: else fi;
            y = PRESENT(i) & ~y; size(); many = 2 * few;
            y = z; size();
            other = other || many <= few;
#ifndef BALLOTS_COUNT
            said(i, PLACE(term[i], target));
            other = other || last == B;         /* the model has no more ballots */
#endif
#ifndef HONEST
            other = other || down == 0 && !accused      /* the liar keeps silent */
#endif
        :: else
        fi
    }
    assert(!one || other)
}
