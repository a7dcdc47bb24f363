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
#ifndef CRASHER
#define CRASHER N - 1   /* who */
#endif
#ifndef EQUAL
#define EQUAL 0         /* seats that nothing tells apart at the beginning, as bits */
#endif
#ifdef LIAR
#define LIES(j) ((j) == LIAR)
#else
#define LIES(j) 0
#define LIAR 7
#define HONEST
#endif

#ifdef HONEST
#define MAY_BIND(a, s) ((s) == slot[a])         /* what a seat has completed binds it no more */
#else
#define MAY_BIND(a, s) ((s) <= slot[a])         /* but with a liar it may come back */
#endif
#define EVERYBODY ((1 << N) - 1)
#define NOBODY (1 << N)         /* a vote for nobody, which declines all earlier ballots that its seat has left out */
#define BIT(j) (1 << (j))
#define IN(j, set) (((set) >> (j)) & 1)
#define KIND(s) ((KINDS / ((s) == 0 -> 1 : ((s) == 1 -> 10 : ((s) == 2 -> 100 : 1000)))) % 10)
#define RACES(a, s) (KIND(s) == 1 && after[a] != (s) + 1)
#define PLACE(t, s) ((t) * S + (s))
#define OF(a, at) ((a) * T * S + (at))
#define BALLOT(a, at, e) (OF(a, at) * B + (e))
#define HEAD(a, s) head[(a) * (S + 1) + (s)]
#define LIE(v, at) ((v) * T * S + (at))
#define UP(a) (down != (a) + 1)
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
byte acted;                     /* which seats have taken a step */

/* --- what is picked for a step; 0 between steps ------------------------------------------------------------- */
mtype = { ends, gives, decides, wants, votes_out, excludes, declines, is_told, goes_down, is_back, rests, compares, is_misled, is_asked };
mtype kind;
byte i; byte j; byte b; byte x; byte p; byte k; byte these; bit ok;

/* --- scratch inside one step ---------------------------------------------------------------------------------- */
hidden byte who; hidden byte mine; hidden byte lie; hidden byte must; hidden byte first; hidden byte top; hidden byte last;
hidden byte d; hidden byte f; hidden byte h; hidden byte g; hidden byte few; hidden byte many; hidden byte load; hidden byte set;
hidden byte dead; hidden byte whole; hidden byte proved; hidden byte target; hidden byte accused; hidden byte before;
hidden byte miss; hidden byte stir; hidden byte pair; hidden byte y; hidden byte z; hidden byte r; hidden byte one; hidden byte other;
hidden byte found; hidden byte bound; hidden byte were_bound; hidden byte turn; hidden byte lost; hidden byte lost_votes;
hidden byte old_heard[N * T * S]; hidden byte old_votes[N * T * S * B];
hidden byte old_lies[N * T * S]; hidden int old_lie_head[2 * T * S];
hidden byte old_out[N * T * S * B]; hidden byte old_carried[N * T * S * B];

#include "seat.pml"
#include "steps.pml"
#include "liar.pml"
#include "checks.pml"

#define PICK(var, most) var = 0; do :: var < most -> var++ :: break od
#define SOME_OF(set, most) k = 0; do :: k < most && IN(k, set) -> set = set & ~BIT(k); k++ :: k < most -> k++ :: k == most -> break od; k = 0
#ifdef HONEST
#define PICK_LIE k = 0
#else
#define PICK_LIE PICK(k, 1)
#endif
#define VOTED(a, at, t) ((out[BALLOT(a, at, 0)] | out[BALLOT(a, at, t / 2)] | out[BALLOT(a, at, t)]) != 0)      /* B <= 3 */
#define FIRST(a) (!IN(a, EQUAL) || (EQUAL & ~acted & (BIT(a) - 1)) == 0)

init {
    d_step {
        for (i : 0 .. N - 1) { HEAD(i, 0) = 1 }
        for (i : 0 .. N - 1) { if :: !LIES(i) -> react(i) :: else fi }
        i = 0
    }
    do
    :: atomic {
        PICK(i, N - 1);
        if
        :: PLAYS(i) && FIRST(i) -> kind = ends; PICK_LIE
        :: PLAYS(i) && FIRST(i) && RACES(i, slot[i]) -> kind = gives
        :: RUNS(i) && FIRST(i) -> kind = wants; PICK(b, B - 1); PICK(j, (down != 0 -> 1 : 0))
        :: PLAYS(i) && FIRST(i) && spent < BUDGET -> kind = votes_out; PICK(b, B - 1); PICK(x, EVERYBODY)
        :: RUNS(i) && T > 1 ->
            PICK(p, (T - 1) * S - 1); PICK(b, B - 1);
            if
            :: VOTED(i, p, b) && p / S == term[i] -> kind = decides; PICK_LIE
            :: VOTED(i, p, b) && p / S == term[i] -> kind = excludes; PICK(j, N - 1)
            :: FIRST(i) && IN_LOG(i, p) -> kind = declines; PICK(j, N - 1); if :: j != i && out[BALLOT(j, p, b)] != 0 -> PICK_LIE :: else fi
#ifndef HONEST
            :: VOTED(i, p, b) && p / S == term[i] && false_out[BALLOT(i, p, b)] == 0 -> kind = is_misled; PICK(x, BIT(LIAR)); PICK(k, 1)
            :: FIRST(i) && IN_LOG(i, p) && false_out[BALLOT(i, p, b)] == 0 -> kind = is_asked; PICK(x, BIT(LIAR) - 1); PICK(k, 1)
            :: FIRST(i) && lies[OF(i, p)] != 3 -> kind = compares; PICK(j, N - 1)
#endif
            :: else
            fi
        :: RUNS(i) && FIRST(i) -> kind = is_told; PICK(j, N - 1)
        :: crashes < CRASHES && down == 0 && i == CRASHER -> kind = goes_down
        :: down == i + 1 -> kind = is_back
        :: i == 0 -> kind = rests
        :: else
        fi;
        if
        :: kind == ends -> d_step { try_end(i, k); d = 0 }
        :: kind == gives -> d_step { may_give(i); if :: ok -> give(i) :: else fi; d = 0 }
        :: kind == decides && p / S == term[i] && out[BALLOT(i, p, b)] != 0 && out[BALLOT(i, p, b)] != NOBODY ->
            d_step { try_decide(i, p, b, k); d = 0 }
        :: kind == wants || kind == votes_out ->
            d_step {
                if :: kind == wants -> need(i, j) :: else -> need_not(i, x) fi;
                matters(i, x); d = 0
            };
            SOME_OF(these, N); PICK_LIE;
            if :: x != 0 -> d_step { try_vote(i, x, b, these, k); d = 0 } :: else fi
        :: kind == excludes && i != j && out[BALLOT(j, p, b)] != 0 && !IN(j, votes[BALLOT(i, p, b)]) ->
            d_step { try_exclude(i, j, p, b); d = 0 }
        :: kind == declines && i != j && out[BALLOT(j, p, b)] != 0 && out[BALLOT(j, p, b)] != NOBODY ->
            d_step { try_decline(i, j, p, b, k); d = 0 }
        :: kind == is_told -> d_step { may_be_told(i, j); if :: ok -> told[i] = 1 :: else fi; d = 0 }
        :: kind == goes_down -> d_step { down = i + 1; crashes++; ok = 1; d = 0 }
        :: kind == is_back -> d_step { down = 0; ok = 1; d = 0 }
        :: kind == rests ->
            d_step { may_be_lost(); d = 0 };
            SOME_OF(x, T * S); SOME_OF(b, (T - 1) * S * B);
            d_step { lost = x; lost_votes = b; rest(); d = 0 };
            d_step { stirring(); d = 0 };
            d_step { if :: !stir -> settled() :: else fi; unrest(); ok = 0; d = 0 }
#ifndef HONEST
        :: kind == compares -> d_step { try_compare(i, j, p); d = 0 }
        :: kind == is_misled -> d_step { x = (x == BIT(LIAR) -> NOBODY : x); try_mislead(i, x, p, b, k); d = 0 }
        :: kind == is_asked -> d_step { try_ask(i, x, p, b, k); d = 0 }
#endif
        :: else
        fi;
        if
        :: ok ->
            printf("seat %d %e: with %d, place %d, ballot %d, X %d, %d; then in term %d slot %d\n", i, kind, j, p, b, x, k, term[i], slot[i]);
            d_step {
                if :: IN(i, EQUAL) -> acted = acted | BIT(i) :: else fi;
                if :: RUNS(i) -> react(i) :: else fi;
                d = 0
            };
            d_step { check(); d = 0 }
        :: else
        fi;
        i = 0; j = 0; b = 0; x = 0; p = 0; k = 0; these = 0; kind = 0; ok = 0
      }
    od
}
