/* The liar: it says what is of use to it, to each seat at the moment at which that matters. */

/* It tells seat a one of two contributions to the slot where a is, if that has none. */
inline tell(a, v) {
#ifdef HONEST
    skip
#else
    y = HERE(a);
    whom(a, slot[a]);
    if
    :: IN(LIAR, who) && lies[OF(a, y)] == 0 && (lie_head[LIE(v, y)] == 0 || lie_head[LIE(v, y)] == HEAD(a, slot[a])) &&
       (v == 0 || lie_head[LIE(0, y)] != 0) ->
        lie_head[LIE(v, y)] = HEAD(a, slot[a]);
        lies[OF(a, y)] = BIT(v)
    :: else
    fi
#endif
}

/* Its vote, for anybody or nobody, with all contributions of X that there are or with none. */
inline mislead(a, at, them, t, loaded) {
#ifdef HONEST
    skip
#else
    found = 0;
    for (d : t .. B - 1) { found = found || false_out[BALLOT(a, at, d)] != 0 }
    if
    :: !found ->
        false_out[BALLOT(a, at, t)] = them;
        y = 0;
        for (d : 0 .. N - 1) {
            if
            :: loaded && IN(d, them) && IN(d, given[at]) && given_head[OF(d, at)] == HEAD(a, at % S) -> y = y | BIT(d)
            :: else
            fi
        }
        false_carried[BALLOT(a, at, t)] = y
    :: else
    fi
#endif
}

#ifndef HONEST

/* Seat a hears both of the liar's contributions to a place: others have them, or peer is there and is told now. */
inline try_compare(a, peer, at) {
    ok = 0;
    if
    :: RUNS(a) && term[a] < T - 1 && IN(LIAR, PRESENT(a)) && lies[OF(a, at)] != 3 && IN_LOG(a, at) ->
        if
        :: lie_head[LIE(0, at)] != 0 && lie_head[LIE(1, at)] != 0 -> ok = peer == 0
        :: else ->
            if
            :: PLAYS(peer) && AT(peer, at) ->
                whom(peer, slot[peer]); ok = IN(LIAR, who);
                if
                :: ok ->
                    for (d : 0 .. 1) {
                        if :: lie_head[LIE(d, at)] == 0 -> lie_head[LIE(d, at)] = HEAD(peer, slot[peer]) :: else fi
                    }
                :: else
                fi
            :: else
            fi
        fi;
        if :: ok -> lies[OF(a, at)] = 3 :: else fi
    :: else
    fi
}

/* It votes falsely: seat a excludes its own vote by that, or declines it. */
inline may_mislead(a, them, at, t) {
    ok = RUNS(a) && IN(LIAR, PRESENT_AT(a, at)) && IN_LOG(a, at) && !IN(LIAR, them) && them != 0 && (them & EVERYBODY & ~PRESENT_AT(a, at)) == 0 &&
         (!IN(N, them) || them == NOBODY);
    for (d : t .. B - 1) { ok = ok && false_out[BALLOT(a, at, d)] == 0 }
}

inline try_mislead(a, them, at, t, loaded) {
    may_mislead(a, them, at, t);
    if
    :: ok ->
        keep(a);
        binding(a); were_bound = bound;
        if :: were_bound > 0 -> mislead(a, at, them, t, loaded); binding(a) :: else fi;
        ok = bound < were_bound && (!loaded || false_carried[BALLOT(a, at, t)] != 0);
        if :: !ok -> undo(a) :: else fi
    :: else
    fi
}

inline try_ask(a, them, at, t, loaded) {
    may_mislead(a, them, at, t);
    if
    :: ok ->
        keep(a);
        mislead(a, at, them, t, loaded);
        if
        :: !loaded || false_carried[BALLOT(a, at, t)] != 0 -> decline_heard(a, LIAR, at, t, 0)
        :: else -> undo(a); ok = 0
        fi
    :: else
    fi
}
#endif
