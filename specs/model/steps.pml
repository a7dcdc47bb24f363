/* Steps of honest seats. may_... says by ok whether a step may be taken with what is held; try_... lets a seat hear what
 * exactly that step needs, and takes it, or leaves everything as it was. README.md says why nothing else has to be heard. */

inline may_give(a) {
    ok = 0;
    if
    :: PLAYS(a) && !IN(a, given[HERE(a)]) -> whom(a, slot[a]); ok = IN(a, who)
    :: else
    fi
}

inline give(a) {
    y = HERE(a);
    given[y] = given[y] | BIT(a);
    assert(given_head[OF(a, y)] == 0);              /* one contribution for one place */
    given_head[OF(a, y)] = HEAD(a, slot[a]);
    heard[OF(a, y)] = heard[OF(a, y)] | BIT(a)
}

/* Seat a hears of contributions to its slot. */
inline hear(a, these) {
    there(a, slot[a]);
    heard[OF(a, HERE(a))] = heard[OF(a, HERE(a))] | (found & (these))
}

/* It hears the vote of a seat in a ballot, which tells the earlier ones of that seat. */
inline count(a, peer, at, t) {
    for (d : 0 .. t) {
        if
        :: out[BALLOT(peer, at, d)] != 0 -> votes[BALLOT(a, at, d)] = votes[BALLOT(a, at, d)] | BIT(peer)
        :: else
        fi
    }
}

/* It votes X out. Against the liar, if it has grounds, and whoever else is bound to go: at once. Against who is down: its
   player's wish. Against anybody else: a vote is spent. */
inline may_vote(a, them, t) {
    ok = 0;
    if
    :: RUNS(a) && term[a] < T - 1 && !IN(a, them) && them != 0 && (them & ~PRESENT(a)) == 0 &&
       (spent < BUDGET || down != 0 || IN(LIAR, them)) ->
        aim(a);
        said(a, PLACE(term[a], target));
        whom(a, target); held(a, target);
        miss = who & ~mine;
        if
        :: RACES(a, target) && (mine & EVERYBODY) == 0 -> miss = miss & 1
        :: else
        fi;
        before = PRESENT(a);
        if :: accused -> before = before & ~BIT(LIAR) :: else fi;
        y = PRESENT(a) & ~them; size(); many = 2 * few;
        y = before; size();
        z = must;
        if :: accused -> z = z | BIT(LIAR) :: else fi;
        ok = target < S && t >= last && (must & ~them) == 0 && (accused || must != 0 || (them & miss) != 0) && (many > few || accused && them == BIT(LIAR));
        if :: accused -> ok = ok && IN(LIAR, them) :: else fi;
        y = (down != 0 -> BIT(down - 1) : 0);
        ok = ok && (spent < BUDGET || them == z || them == (z | y));
        /* it says nothing twice while that may still count */
        for (h : 0 .. B - 1) {
            if
            :: ok && out[BALLOT(a, PLACE(term[a], target), h)] == them ->
                judge(a, PLACE(term[a], target), h, them);
                ok = ok && dead
            :: else
            fi
        }
    :: else
    fi
}

inline vote(a, them, t) {
    aim(a);
    z = must;
    if :: accused -> z = z | BIT(LIAR) :: else fi;
    y = (down != 0 -> BIT(down - 1) : 0);
    if :: them == z || them == (z | y) :: else -> spent++ fi;
    r = PLACE(term[a], target);
    held(a, target); whom(a, target);
    before = 0;
    for (h : 0 .. B - 1) { before = before | carried[BALLOT(a, r, h)] }
    load = (accused -> 0 : mine & who & them & (~must | before));       /* what has come since it is bound is not carried */
#ifdef LITERAL
    load = mine & who & them;
#endif
    out[BALLOT(a, r, t)] = them;
    carried[BALLOT(a, r, t)] = load;
    grounds[BALLOT(a, r, t)] = accused;
    assert(vote_head[OF(a, r)] == 0 || vote_head[OF(a, r)] == HEAD(a, target));
    vote_head[OF(a, r)] = HEAD(a, target);
    votes[BALLOT(a, r, t)] = votes[BALLOT(a, r, t)] | BIT(a)
}

/* It declines what another has voted: it has completed that slot, or misses nobody of X. */
inline may_decline(a, peer, at, t) {
    ok = 0;
#ifndef NO_ANSWER
    if
    :: RUNS(a) && a != peer && IN_LOG(a, at) && at / S < T - 1 && (LIES(peer) || IN(peer, votes[BALLOT(a, at, t)])) ->
        said(a, at);
        aim(a);
        miss = 0;
        if :: slot[a] < S -> held(a, slot[a]); whom(a, slot[a]); miss = who & ~mine :: else fi;
        other = (LIES(peer) -> false_out[BALLOT(a, at, t)] : out[BALLOT(peer, at, t)]);
        before = (LIES(peer) -> 0 : grounds[BALLOT(peer, at, t)]);      /* whether it names grounds */
        if
        :: t >= last && other != 0 && other != NOBODY && !IN(a, other) &&
           (!AT(a, at) && !(accused && at == PLACE(term[a], target)) || AT(a, at) && !accused && !before && (other & miss) == 0) &&
           (accused || !before || IN(LIAR, gone[a * T + term[a]])) ->
            judge(a, at, t, other);
            ok = !dead
        :: else
        fi
    :: else
    fi
#endif
}

inline decline(a, at, t) {
    out[BALLOT(a, at, t)] = NOBODY;
    vote_head[OF(a, at)] = HEAD(a, at % S);
    votes[BALLOT(a, at, t)] = votes[BALLOT(a, at, t)] | BIT(a);
    forget(a, at)
}

/* It hears that the others have removed it. */
inline may_be_told(a, peer) { ok = RUNS(a) && a != peer && !LIES(peer) && IN(a, gone[peer * T + term[peer]]) }

/* What seat a holds is put aside, for the case that it is not enough for a step. */
inline keep(a) {
    for (g : 0 .. T * S - 1) { old_heard[g] = heard[OF(a, g)] }
    for (g : 0 .. T * S * B - 1) { old_votes[g] = votes[a * T * S * B + g] }
#ifndef HONEST
    for (g : 0 .. T * S - 1) { old_lies[g] = lies[OF(a, g)] }
    for (g : 0 .. 2 * T * S - 1) { old_lie_head[g] = lie_head[g] }
    for (g : 0 .. T * S * B - 1) {
        old_out[g] = false_out[a * T * S * B + g];
        old_carried[g] = false_carried[a * T * S * B + g]
    }
#endif
}

inline undo(a) {
    for (g : 0 .. T * S - 1) { heard[OF(a, g)] = old_heard[g] }
    for (g : 0 .. T * S * B - 1) { votes[a * T * S * B + g] = old_votes[g] }
#ifndef HONEST
    for (g : 0 .. T * S - 1) { lies[OF(a, g)] = old_lies[g] }
    for (g : 0 .. 2 * T * S - 1) { lie_head[g] = old_lie_head[g] }
    for (g : 0 .. T * S * B - 1) {
        false_out[a * T * S * B + g] = old_out[g];
        false_carried[a * T * S * B + g] = old_carried[g]
    }
#endif
}

/* It hears everything that its slot waits for, of the liar contribution v, and completes it. */
inline try_end(a, v) {
    keep(a);
    whom(a, slot[a]);
    hear(a, who);
    tell(a, v);
    may_end(a);
    if :: ok -> end(a) :: else undo(a) fi
}

/* It hears everything that makes a ballot complete in which it has voted: the votes, what they carry, and of the liar
   a vote that carries everything or nothing, or contribution v if that is carried. */
inline try_decide(a, at, t, v) {
    keep(a);
    set = out[BALLOT(a, at, t)];
    for (h : 0 .. N - 1) {
        if
        :: h == a || IN(h, set) || !IN(h, PRESENT_AT(a, at))
        :: else ->
            if
            :: LIES(h) -> mislead(a, at, set, t, v)
            :: else -> if :: out[BALLOT(h, at, t)] == set -> count(a, h, at, t) :: else fi
            fi
        fi
    }
    judge(a, at, t, set);
    if
    :: AT(a, at) -> z = load; hear(a, z); if :: IN(LIAR, z) -> tell(a, v) :: else fi
    :: else
    fi;
    judge(a, at, t, set);
    ok = whole;
    if :: !ok -> undo(a) :: else fi
}

/* It hears a vote by which one of its own cannot count any more. */
inline try_exclude(a, peer, at, t) {
    keep(a);
    binding(a); were_bound = bound;
    if :: were_bound > 0 -> count(a, peer, at, t); binding(a) :: else fi;
    ok = bound < were_bound;
    if :: !ok -> undo(a) :: else fi
}

/* x: whom seat a votes out without spending a vote, with who is down if `also`; 0: nobody */
inline need(a, also) {
    aim(a);
    x = must;
    if :: accused -> x = x | BIT(LIAR) :: else fi;
    if :: also -> x = (down != 0 && !IN(down - 1, x) -> x | BIT(down - 1) : 0) :: else fi
}

/* x: them, if that is not what it needs anyhow */
inline need_not(a, them) {
    one = them;
    need(a, 0); other = x;
    need(a, 1);
    x = (x == one || other == one || IN(a, one) -> 0 : one)
}

/* these: whose contributions it makes a difference to have heard before a vote for X */
inline matters(a, them) {
    these = 0;
    if
    :: PLAYS(a) && term[a] < T - 1 && them != 0 ->
        aim(a);
        if
        :: !accused && target == slot[a] ->
            whom(a, target); there(a, target); held(a, target);
            if :: IN(LIAR, PRESENT(a)) -> found = found | BIT(LIAR) :: else fi;
            these = found & who & ~mine & (RACES(a, target) -> EVERYBODY : them) & ~must
        :: else
        fi
    :: else
    fi
}

/* It hears these contributions, and votes X out. */
inline try_vote(a, them, t, these, v) {
    keep(a);
    if :: these != 0 -> hear(a, these) :: else fi;
    if :: IN(LIAR, these) -> tell(a, v) :: else fi;
    may_vote(a, them, t);
    if :: ok && IN(LIAR, these) -> held(a, slot[a]); ok = lie != 0 :: else fi;
    if :: ok -> vote(a, them, t) :: else undo(a) fi
}

/* It hears a vote, and what its slot has of those to be voted out, and declines. */
inline try_decline(a, peer, at, t, v) {
    keep(a);
    if :: !LIES(peer) -> count(a, peer, at, t) :: else fi;
    decline_heard(a, peer, at, t, v)
}

inline decline_heard(a, peer, at, t, v) {
    if
    :: AT(a, at) ->
        other = (LIES(peer) -> false_out[BALLOT(a, at, t)] : out[BALLOT(peer, at, t)]);
        whom(a, slot[a]);
        hear(a, who & other);
        if :: IN(LIAR, who & other) -> tell(a, v) :: else fi
    :: else
    fi;
    may_decline(a, peer, at, t);
    if :: ok -> decline(a, at, t) :: else undo(a) fi
}
