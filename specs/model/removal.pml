/* Slots, acknowledgements, races, votes with ballots, the vote for nobody, return to an earlier slot, crash and resume.
 *
 * README.md says what is modelled, what is left out, and how to run it. Names follow specs/table.md.
 * One process takes all steps: it picks a kind of step and its seats by chance, and takes it if it may be taken.
 * A message is a statement that exists from when it was signed; each seat hears it at some later time, or never.
 * So delay, loss, reordering, duplication and partitions need no steps of their own.
 */

#ifndef N
#define N 3             /* seats, each an operator of its own */
#endif
#ifndef S
#define S 2             /* slots */
#endif
#ifndef B
#define B 2             /* ballots of one slot */
#endif
#ifndef T
#define T 2             /* terms; in the last one nobody votes any more */
#endif
#ifndef KINDS
#define KINDS 20        /* a digit for each slot, the first one last: 0 all, 1 race with seat 0 in turn, 2 + j seat j alone */
#endif
#ifndef BUDGET
#define BUDGET 1        /* votes of all seats together against somebody who is not down */
#endif
#ifndef CRASHES
#define CRASHES 1       /* so many times somebody goes down */
#endif
#ifdef LIAR
#define LIES(j) ((j) == LIAR)
#else
#define LIES(j) 0
#define LIAR 7
#define HONEST
#endif

#define EVERYBODY ((1 << N) - 1)
#define NOBODY (1 << N)         /* a vote for nobody, which declines all earlier ballots that its seat has left out */
#define BIT(j) (1 << (j))
#define IN(j, set) (((set) >> (j)) & 1)
#define KIND(s) ((KINDS / ((s) == 0 -> 1 : ((s) == 1 -> 10 : ((s) == 2 -> 100 : 1000)))) % 10)
#define PLACE(t, s) ((t) * S + (s))
#define OF(a, at) ((a) * T * S + (at))
#define BALLOT(a, at, e) (OF(a, at) * B + (e))
#define HEAD(a, s) head[(a) * (S + 1) + (s)]
#define LIE(v, at) ((v) * T * S + (at))
#define UP(a) (down != (a) + 1)
#define ARRIVES(a) (UP(a) || !lost)
#define RUNS(a) (!LIES(a) && UP(a) && !told[a])
#define PLAYS(a) (RUNS(a) && slot[a] < S)
#define HERE(a) PLACE(term[a], slot[a])
#define PRESENT_AT(a, at) (EVERYBODY & ~gone[(a) * T + (at) / S])
#define PRESENT(a) (EVERYBODY & ~gone[(a) * T + term[a]])
#define AT(a, at) (slot[a] < S && (at) == HERE(a))
#define IN_LOG(a, at) ((at) / S == term[a] && (at) % S <= slot[a] || (at) / S < term[a] && (at) % S <= left_at[(a) * T + (at) / S])

/* What the end of a slot adds to the head: 1, 2 completed (with that one of the liar's two contributions), 2 + X removal. */
#define CODES (3 + EVERYBODY)

/* --- the log of each seat; HEAD(a, s) is its head before slot s ---------------------------------------------- */
byte term[N]; byte slot[N]; int head[N * (S + 1)];
byte gone[N * T];               /* who has left before a term begins */
byte left_at[N * T];            /* the slot that a removal has filled, and ended the term */
byte agreed[N];                 /* 1 + the last slot that all present seats have signed; 0: none */
byte after[N];                  /* 1 + the slot that acknowledges a removal; 0: none */
bit told[N];                    /* it knows that it was voted out, and has stopped */

/* --- contributions --------------------------------------------------------------------------------------------- */
byte given[T * S]; int given_head[N * T * S]; byte heard[N * T * S];
int lie_head[2 * T * S];        /* which head each of the liar's two contributions to a place continues; 0: not signed */
byte lies[N * T * S];           /* which of them a seat has: 1, 2, 3 both */

/* --- votes ------------------------------------------------------------------------------------------------------- */
byte out[N * T * S * B];        /* X of a seat's vote; NOBODY; 0: no vote */
byte votes[N * T * S * B];      /* whose votes a seat has */
byte carried[N * T * S * B];    /* whose contributions, of those in X, a voter names */
bit grounds[N * T * S * B];     /* a vote names two stories of the liar */
int vote_head[N * T * S];
byte false_out[N * T * S * B];  /* the liar's vote as told to a seat */
byte false_carried[N * T * S * B];

/* --- the world ---------------------------------------------------------------------------------------------------- */
byte down;                      /* 1 + the seat that is down; 0: none */
byte crashes; byte spent;
bit lost;                       /* what nobody else had of it when it went down never arrives */

/* --- what is picked for a step; 0 between steps ------------------------------------------------------------- */
byte i; byte j; byte b; byte x; byte p; byte kind; bit ok;

/* --- scratch inside one step ---------------------------------------------------------------------------------- */
hidden byte who; hidden byte mine; hidden byte lie; hidden byte must; hidden byte first; hidden byte top; hidden byte last;
hidden byte d; hidden byte f; hidden byte h; hidden byte g; hidden byte few; hidden byte many; hidden byte load; hidden byte set;
hidden byte dead; hidden byte whole; hidden byte proved; hidden byte target; hidden byte accused; hidden byte before;
hidden byte miss; hidden byte stir; hidden byte pair; hidden byte y; hidden byte z; hidden byte r; hidden byte one; hidden byte other;

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

/* mine: whose contributions to slot s of the present term seat a holds that continue its head; lie: which of the liar's */
inline held(a, s) {
    mine = 0; lie = 0;
    for (d : 0 .. N - 1) {
        if
        :: IN(d, heard[OF(a, PLACE(term[a], s))]) && given_head[OF(d, PLACE(term[a], s))] == HEAD(a, s) -> mine = mine | BIT(d)
        :: else
        fi
    }
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
   of the one that it acts on, 0 if none binds it */
inline binding(a) {
    must = 0; first = 0; top = 0;
    for (g : 0 .. S - 1) {
        for (h : 0 .. B - 1) {
            if
            :: g <= slot[a] && g < S && out[BALLOT(a, PLACE(term[a], g), h)] != 0 && out[BALLOT(a, PLACE(term[a], g), h)] != NOBODY ->
                set = out[BALLOT(a, PLACE(term[a], g), h)];
                judge(a, PLACE(term[a], g), h, set);
                if
                :: !dead ->
                    must = must | set;
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

/* All of X leave in slot s; the log returns to s if it was further. */
inline leave(a, s, them) {
    left_at[a * T + term[a]] = s;
    gone[a * T + term[a] + 1] = gone[a * T + term[a]] | them;
    HEAD(a, s + 1) = HEAD(a, s) * CODES + 2 + them;
    for (d : 0 .. S) { if :: d > s + 1 -> HEAD(a, d) = 0 :: else fi }
    term[a]++; slot[a] = s + 1; agreed[a] = s + 1; after[a] = s + 2
}

/* What seat a does at once with what it holds now. */
inline react(a) {
#ifdef GIVES_AT_ONCE
    for (g : 0 .. 1) {
        if
        :: slot[a] < S && !IN(a, given[HERE(a)]) ->
            whom(a, slot[a]);
            if :: IN(a, who) -> give(a); go_on(a) :: else fi
        :: else
        fi;
        go_on(a)
    }
#else
    go_on(a)
#endif
}

inline go_on(a) {
    if
    :: term[a] < T - 1 ->
        binding(a);
        if
        :: top != 0 ->
            set = out[BALLOT(a, PLACE(term[a], first - 1), top - 1)];
            judge(a, PLACE(term[a], first - 1), top - 1, set);
            if :: whole -> r = first - 1; leave(a, r, set) :: else fi
        :: else
        fi
    :: else
    fi;
    if
    :: slot[a] < S ->
        aim(a);
        whom(a, slot[a]); held(a, slot[a]);
#ifdef LITERAL
        must = 0;
#endif
        z = (IN(LIAR, who) -> lie : 1);
        if
        :: must == 0 && !accused && (who & ~mine) == 0 && z != 3 ->
            if :: who == PRESENT(a) -> agreed[a] = slot[a] + 1 :: else fi;
            HEAD(a, slot[a] + 1) = HEAD(a, slot[a]) * CODES + z;
            slot[a]++
        :: else
        fi
    :: else
    fi
}

/* --- steps: ok says whether they may be taken ---------------------------------------------------------------- */

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

/* It hears what a seat has given to its slot, from it or through others. */
inline may_hear(a, peer) {
    ok = 0;
    if
    :: PLAYS(a) && a != peer && IN(peer, given[HERE(a)]) && !IN(peer, heard[OF(a, HERE(a))]) ->
        ok = ARRIVES(peer);
        for (d : 0 .. N - 1) { ok = ok || (UP(d) && IN(peer, heard[OF(d, HERE(a))])) }
    :: else
    fi
}

/* It hears a vote for a place of its log; a vote tells the earlier ones of its seat. */
inline may_count(a, peer, at, t) {
    ok = 0;
    if
    :: RUNS(a) && a != peer && IN_LOG(a, at) && out[BALLOT(peer, at, t)] != 0 && !IN(peer, votes[BALLOT(a, at, t)]) ->
        ok = ARRIVES(peer);
        for (d : 0 .. N - 1) { ok = ok || (UP(d) && IN(peer, votes[BALLOT(d, at, t)])) }
    :: else
    fi
}

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
    :: PLAYS(a) && term[a] < T - 1 && !IN(a, them) && them != 0 && (them & ~PRESENT(a)) == 0 &&
       (spent < BUDGET || down != 0 || IN(LIAR, them)) ->
        aim(a);
        said(a, PLACE(term[a], target));
        whom(a, target); held(a, target);
        miss = who & ~mine;
        if
        :: KIND(target) == 1 && after[a] != target + 1 && (mine & EVERYBODY) == 0 -> miss = miss & 1
        :: else
        fi;
        before = PRESENT(a);
        if :: accused -> before = before & ~BIT(LIAR) :: else fi;
        y = PRESENT(a) & ~them; size(); many = 2 * few;
        y = before; size();
        z = must;
        if :: accused -> z = z | BIT(LIAR) :: else fi;
#ifdef NO_RULE_6
        must = 0;
#endif
        ok = t >= last && (must & ~them) == 0 && (accused || must != 0 || (them & miss) != 0) && (many > few || accused && them == BIT(LIAR));
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

/* It declines what others have voted: it has completed that slot, or misses nobody of X. */
inline may_decline(a, at, t) {
    ok = 0;
#ifndef NO_ANSWER
    if
    :: RUNS(a) && IN_LOG(a, at) && at / S < T - 1 && (votes[BALLOT(a, at, t)] & ~BIT(a) || false_out[BALLOT(a, at, t)]) ->
        said(a, at);
        aim(a);
        miss = 0;
        if :: slot[a] < S -> held(a, slot[a]); whom(a, slot[a]); miss = who & ~mine :: else fi;
        for (one : 0 .. N - 1) {
            if
            :: one != a && (LIES(one) || IN(one, votes[BALLOT(a, at, t)])) ->
                other = (LIES(one) -> false_out[BALLOT(a, at, t)] : out[BALLOT(one, at, t)]);
                if
                :: t >= last && other != 0 && other != NOBODY && !IN(a, other) &&
                   (!AT(a, at) && !(accused && at == PLACE(term[a], target)) ||
                    AT(a, at) && !accused && (LIES(one) || !grounds[BALLOT(one, at, t)]) && (other & miss) == 0) &&
                   (accused || LIES(one) || !grounds[BALLOT(one, at, t)] || IN(LIAR, gone[a * T + term[a]])) ->
                    judge(a, at, t, other);
                    ok = ok || !dead
                :: else
                fi
            :: else
            fi
        }
    :: else
    fi
#endif
}

inline decline(a, at, t) {
    out[BALLOT(a, at, t)] = NOBODY;
    vote_head[OF(a, at)] = HEAD(a, at % S);
    votes[BALLOT(a, at, t)] = votes[BALLOT(a, at, t)] | BIT(a)
}

/* It hears that the others have removed it. */
inline may_be_told(a, peer) { ok = RUNS(a) && a != peer && !LIES(peer) && IN(a, gone[peer * T + term[peer]]) && ARRIVES(peer) }

/* --- the liar --------------------------------------------------------------------------------------------------- */
#ifndef HONEST

/* It tells seat a one of two contributions to the slot where a is. */
inline may_lie(a, v) {
    ok = 0;
    if
    :: PLAYS(a) && IN(LIAR, PRESENT(a)) ->
        y = HERE(a);
        whom(a, slot[a]);
        ok = IN(LIAR, who) && !IN(v, lies[OF(a, y)]) && (lie_head[LIE(v, y)] == 0 || lie_head[LIE(v, y)] == HEAD(a, slot[a])) &&
             (v == 0 || lie_head[LIE(0, y)] != 0)
    :: else
    fi
}

inline tell(a, v) {
    y = HERE(a);
    lie_head[LIE(v, y)] = HEAD(a, slot[a]);
    lies[OF(a, y)] = lies[OF(a, y)] | BIT(v)
}

/* Seat a hears from another honest one what the liar has told that one for a place. */
inline may_compare(a, peer, at) {
    ok = RUNS(a) && a != peer && !LIES(peer) && (lies[OF(peer, at)] & ~lies[OF(a, at)]) != 0 && (at / S != term[a] || at % S <= slot[a])
}

/* Its vote, for anybody or nobody, with all contributions of X that there are or with none. */
inline may_mislead(a, them, t) {
    ok = PLAYS(a) && IN(LIAR, PRESENT(a)) && term[a] < T - 1 && !IN(LIAR, them) && !IN(a, them) && them != 0 && (them & EVERYBODY & ~PRESENT(a)) == 0 &&
         (!IN(N, them) || them == NOBODY);
    if :: ok -> aim(a) :: else -> target = 0 fi;
    for (d : t .. B - 1) { ok = ok && false_out[BALLOT(a, PLACE(term[a], target), d)] == 0 }
}

inline mislead(a, them, t, loaded) {
    r = PLACE(term[a], target);
    false_out[BALLOT(a, r, t)] = them;
    y = 0;
    for (d : 0 .. N - 1) {
        if
        :: loaded && IN(d, them) && IN(d, given[r]) && given_head[OF(d, r)] == HEAD(a, target) -> y = y | BIT(d)
        :: else
        fi
    }
    false_carried[BALLOT(a, r, t)] = y
}
#endif

/* --- what has to hold after every step -------------------------------------------------------------------- */

/* pair: all honest seats together hold two statements of the liar that convict it */
inline convicting() {
    pair = 0;
#ifndef HONEST
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

/* stir: some step may still be taken without spending a vote */
inline stirring() {
    stir = 0;
    for (i : 0 .. N - 1) {
        may_give(i); stir = stir || ok;
        for (j : 0 .. N - 1) {
            may_hear(i, j); stir = stir || ok;
            may_be_told(i, j); stir = stir || ok;
            for (p : 0 .. T * S - 1) {
                for (b : 0 .. B - 1) { may_count(i, j, p, b); stir = stir || ok }
#ifndef HONEST
                may_compare(i, j, p); stir = stir || ok
#endif
            }
        }
        for (p : 0 .. T * S - 1) {
            for (b : 0 .. B - 1) { may_decline(i, p, b); stir = stir || ok }
        }
        for (b : 0 .. B - 1) {
            if
            :: PLAYS(i) ->
                aim(i); x = must;
                if :: accused -> x = x | BIT(LIAR) :: else fi;
                p = x; may_vote(i, p, b); stir = stir || ok;
                if :: down != 0 -> x = x | BIT(down - 1); may_vote(i, x, b); stir = stir || ok :: else fi
            :: else
            fi
        }
    }
    i = 0; j = 0; b = 0; x = 0; p = 0; ok = 0
}

/* When nothing moves any more: everybody who is up has the end, or knows that it is out, or somebody has a reason for
   which all wait: no majority is left outside whom it has to vote out. */
inline settle() {
    stirring();
    if
    :: !stir ->
        one = 0; other = 0;
        for (i : 0 .. N - 1) {
            if
            :: PLAYS(i) && term[i] < T - 1 ->
                one = 1;
                aim(i);
                y = must;
                if :: down != 0 -> y = y | BIT(down - 1) :: else fi;
                y = PRESENT(i) & ~y; size(); many = 2 * few;
                y = PRESENT(i); size();
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
        i = 0;
        assert(!one || other)
    :: else
    fi
}

#define PICK(var, most) var = 0; do :: var < most -> var++ :: break od

init {
    d_step { for (i : 0 .. N - 1) { HEAD(i, 0) = 1 } i = 0; }
#ifdef GIVES_AT_ONCE
    do
    :: i < N && !LIES(i) -> d_step { react(i); d = 0 }; i++
    :: i < N && LIES(i) -> i++
    :: else -> i = 0; break
    od;
#endif
    do
    :: atomic {
        PICK(i, N - 1);
        if
        :: PLAYS(i) -> kind = 1
        :: PLAYS(i) -> kind = 2; PICK(j, N - 1)
        :: RUNS(i) -> kind = 3; PICK(j, N - 1); PICK(p, (T - 1) * S - 1); PICK(b, B - 1)
        :: PLAYS(i) -> kind = 4; PICK(x, EVERYBODY); PICK(b, B - 1)
        :: RUNS(i) -> kind = 5; PICK(p, (T - 1) * S - 1); PICK(b, B - 1)
        :: RUNS(i) -> kind = 6; PICK(j, N - 1)
        :: crashes < CRASHES && down == 0 && !LIES(i) -> kind = 7; PICK(b, 1)
        :: down == i + 1 -> kind = 8
        :: i == 0 -> kind = 9
#ifndef HONEST
        :: PLAYS(i) -> kind = 10; PICK(j, 1)
        :: RUNS(i) -> kind = 11; PICK(j, N - 1); PICK(p, T * S - 1)
        :: PLAYS(i) -> kind = 12; PICK(x, NOBODY); PICK(b, B - 1); PICK(j, 1)
#endif
        :: else
        fi;
        if
        :: kind == 0
        :: kind == 1 -> d_step { may_give(i); if :: ok -> give(i) :: else fi; d = 0 }
        :: kind == 2 -> d_step { may_hear(i, j); if :: ok -> heard[OF(i, HERE(i))] = heard[OF(i, HERE(i))] | BIT(j) :: else fi; d = 0 }
        :: kind == 3 -> d_step { may_count(i, j, p, b); if :: ok -> count(i, j, p, b) :: else fi; d = 0 }
        :: kind == 4 -> d_step { may_vote(i, x, b); if :: ok -> vote(i, x, b) :: else fi; d = 0 }
        :: kind == 5 -> d_step { may_decline(i, p, b); if :: ok -> decline(i, p, b) :: else fi; d = 0 }
        :: kind == 6 -> d_step { may_be_told(i, j); if :: ok -> told[i] = 1 :: else fi; d = 0 }
        :: kind == 7 -> d_step { down = i + 1; lost = b; crashes++; d = 0 }
        :: kind == 8 -> d_step { down = 0; lost = 0; d = 0 }
        :: kind == 9 -> d_step { settle(); d = 0 }
#ifndef HONEST
        :: kind == 10 -> d_step { may_lie(i, j); if :: ok -> tell(i, j) :: else fi; d = 0 }
        :: kind == 11 -> d_step { may_compare(i, j, p); if :: ok -> lies[OF(i, p)] = lies[OF(i, p)] | lies[OF(j, p)] :: else fi; d = 0 }
        :: kind == 12 -> d_step { may_mislead(i, x, b); if :: ok -> mislead(i, x, b, j) :: else fi; d = 0 }
#endif
        fi;
        if
        :: ok ->
            printf("%d: seat %d with %d, place %d, ballot %d, X %d; then in term %d slot %d\n", kind, i, j, p, b, x, term[i], slot[i]);
            d_step { if :: RUNS(i) -> react(i) :: else fi; d = 0 };
            d_step { check(); d = 0 }
        :: kind == 7 -> printf("seat %d goes down, lost %d\n", i, lost)
        :: kind == 8 -> printf("seat %d is back\n", i)
        :: else
        fi;
        i = 0; j = 0; b = 0; x = 0; p = 0; kind = 0; ok = 0
      }
    od
}
