/* What a seat knows and does by the rules, with what it holds: may_... sets ok. Scratch variables are in removal.pml. */

/* who: whom slot s of the present term waits for in the log of seat a */
inline whom(a, s) {
    who = PRESENT(a);
    if
    :: after[a] != (s) + 1 && KIND(s) >= 2 ->
        d = KIND(s) - 2;
        do
        :: IN(d, who) -> break
        :: else -> d = (d + 1) % N
        od;
        who = BIT(d)
    :: else
    fi
}

/* found: whose contributions to slot s of the present term there are that continue the head of seat a */
inline there(a, s) {
    found = 0;
    for (d : 0 .. N - 1) {
        if
        :: !LIES(d) && IN(d, given[PLACE(term[a], s)]) && given_head[OF(d, PLACE(term[a], s))] == HEAD(a, s) -> found = found | BIT(d)
        :: else
        fi
    }
}

/* mine: whose contributions to slot s of the present term seat a holds; lie: which of the liar's */
inline held(a, s) {
    mine = heard[OF(a, PLACE(term[a], s))]; lie = 0;
#ifndef HONEST
    for (d : 0 .. 1) {
        if
        :: IN(d, lies[OF(a, PLACE(term[a], s))]) && lie_head[LIE(d, PLACE(term[a], s))] == HEAD(a, s) -> mine = mine | BIT(LIAR); lie = lie | BIT(d)
        :: else
        fi
    }
#endif
}

/* dead: a vote for X in this ballot cannot remove anybody any more, as far as seat a can see. Somebody outside X has
   voted otherwise, or passed it by; or all votes are there, name no grounds, and carry what X was missed for.
   whole: all votes are there; load: what they carry; proved: they name grounds. */
inline judge(a, at, t, them) {
    dead = 0; whole = 1; load = 0; proved = 0;
    for (d : 0 .. N - 1) {
        if
        :: !IN(d, PRESENT_AT(a, at)) || IN(d, them)
        :: else ->
            if
            :: LIES(d) ->
                if
                :: false_out[BALLOT(a, at, t)] == them -> load = load | false_carried[BALLOT(a, at, t)]
                :: else -> whole = 0; for (f : t .. B - 1) { dead = dead || false_out[BALLOT(a, at, f)] != 0 }
                fi
            :: else ->
                if
                :: out[BALLOT(d, at, t)] == them && vote_head[OF(d, at)] == HEAD(a, at % S) ->
                    if
                    :: IN(d, votes[BALLOT(a, at, t)]) -> load = load | carried[BALLOT(d, at, t)]; proved = proved || grounds[BALLOT(d, at, t)]
                    :: else -> whole = 0
                    fi
                :: else -> whole = 0; for (f : t .. B - 1) { dead = dead || IN(d, votes[BALLOT(a, at, f)]) }
                fi
            fi
        fi
    }
#ifdef ONLY_DONE_FREES
    if
    :: dead ->
        dead = 0;
        for (d : 0 .. N - 1) { for (f : t .. B - 1) { dead = dead || (IN(d, votes[BALLOT(a, at, f)]) && !IN(d, them) && out[BALLOT(d, at, f)] == NOBODY) } }
    :: else
    fi;
#endif
    if
    :: whole && AT(a, at) ->        /* a vote counts when what it names is at hand */
        held(a, at % S);
        if :: (load & ~mine) != 0 -> whole = 0 :: else fi
    :: else
    fi;
    if
    :: whole && !proved && at / S == term[a] -> whom(a, at % S); dead = dead || (who & them & ~load) == 0
    :: else
    fi
}

/* must: whom seat a's own votes of this term that may still count take away; first, top: 1 + the slot and 1 + the ballot
   of the one that it acts on, 0 if none binds it; bound: how many bind it */
inline binding(a) {
    must = 0; first = 0; top = 0; bound = 0;
    for (g : 0 .. S - 1) {
        for (h : 0 .. B - 1) {
            if
            :: MAY_BIND(a, g) && out[BALLOT(a, PLACE(term[a], g), h)] != 0 && out[BALLOT(a, PLACE(term[a], g), h)] != NOBODY ->
                set = out[BALLOT(a, PLACE(term[a], g), h)];
                judge(a, PLACE(term[a], g), h, set);
                if
                :: !dead ->
                    must = must | set; bound++;
                    if :: first == 0 || first == g + 1 -> first = g + 1; top = h + 1 :: else fi
                :: else
                fi
            :: else
            fi
        }
    }
}

/* accused: seat a holds two stories of the liar; target: the slot at which it has to vote */
inline aim(a) {
    binding(a);
    accused = 0; target = (first != 0 -> first - 1 : slot[a]);
#ifndef HONEST
    if
    :: IN(LIAR, PRESENT(a)) ->
        for (d : 0 .. T * S - 1) {
            if
            :: lies[OF(a, d)] == 3 ->
                accused = 1;
                if :: d / S == term[a] && d % S + 1 >= agreed[a] && d % S < target -> target = d % S :: else fi
            :: else
            fi
        }
    :: else
    fi;
#endif
    if :: target + 1 < agreed[a] -> target = slot[a] :: else fi
}

/* few: how many are in the set y */
inline size() {
    few = 0;
    for (d : 0 .. N - 1) { few = few + IN(d, y) }
}

/* last: 1 + the last ballot of a place in which a seat has said something */
inline said(a, at) {
    last = 0;
    for (d : 0 .. B - 1) { if :: out[BALLOT(a, at, d)] != 0 -> last = d + 1 :: else fi }
}

/* Where seat a has completed the slot, or has voted for nobody only, it looks no more at votes in ballots up to its own last;
   but who may go down has to have said them to somebody. With a liar it may come back. */
inline forget(a, at) {
#ifdef HONEST
    said(a, at);
    found = AT(a, at);
    if
    :: found ->
        found = 0;
        for (d : 0 .. B - 1) { found = found || (out[BALLOT(a, at, d)] & EVERYBODY) != 0 }
    :: else
    fi;
    for (d : 0 .. B - 1) {
        if :: !found && d < last -> votes[BALLOT(a, at, d)] = votes[BALLOT(a, at, d)] & (BIT(a) | BIT(CRASHER)) :: else fi
    }
#else
    skip
#endif
}

/* All of X leave in slot s; the log returns to s if it was further. */
inline leave(a, s, them) {
    left_at[a * T + term[a]] = s;
    gone[a * T + term[a] + 1] = gone[a * T + term[a]] | them;
    HEAD(a, s + 1) = HEAD(a, s) * CODES + 2 + them;
    for (d : 0 .. S) { if :: d > s + 1 -> HEAD(a, d) = 0 :: else fi }
    term[a]++; slot[a] = s + 1; agreed[a] = s + 1; after[a] = s + 2;
    forget(a, PLACE(term[a] - 1, s))
}

/* It acts on a removal by its own latest vote that binds. */
inline may_leave(a) {
    ok = 0;
    if
    :: term[a] < T - 1 ->
        binding(a);
        if
        :: top != 0 ->
            set = out[BALLOT(a, PLACE(term[a], first - 1), top - 1)];
            judge(a, PLACE(term[a], first - 1), top - 1, set);
            ok = whole
        :: else
        fi
    :: else
    fi
}

/* It completes its slot by contributions. */
inline may_end(a) {
    ok = 0;
    if
    :: slot[a] < S ->
        aim(a);
        whom(a, slot[a]); held(a, slot[a]);
#ifdef LITERAL
        must = 0;
#endif
        z = (IN(LIAR, who) -> lie : 1);
        ok = must == 0 && !accused && (who & ~mine) == 0 && z != 3
    :: else
    fi
}

inline end(a) {
    if :: who == PRESENT(a) -> agreed[a] = slot[a] + 1 :: else fi;
    HEAD(a, slot[a] + 1) = HEAD(a, slot[a]) * CODES + z;
    slot[a]++;
    forget(a, PLACE(term[a], slot[a] - 1))
}

/* What seat a does at once with what it holds now. In a race it gives when it likes. */
inline react(a) {
    for (turn : 0 .. S) {
        may_give(a);
        if :: ok && !RACES(a, slot[a]) -> give(a) :: else fi;
        may_leave(a);
        if :: ok -> r = first - 1; leave(a, r, set) :: else fi;
        may_end(a);
        if :: ok -> end(a) :: else fi
    }
}
