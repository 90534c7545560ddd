import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelOf, type Share, sortByNext, withNewcomers } from '../../../domain/teams/round-robin.ts';

const share = (userId: string, facts: Partial<Share> = {}): Share => ({
  userId,
  weight: 1,
  assigned: 0,
  credit: 0,
  lastAssignedMs: null,
  ...facts,
});

const order = (...shares: Share[]) => sortByNext(shares).map(({ userId }) => userId);

describe('whose turn it is', () => {
  it('the least share for the weight comes first', () => {
    expect(
      order(share('a', { assigned: 3 }), share('b', { assigned: 5, weight: 2 }), share('c', { assigned: 2 })),
    ).toEqual(['c', 'b', 'a']);
  });

  it('of equal shares the least recently booked, never booked before all, then by id', () => {
    expect(order(share('d'), share('a', { lastAssignedMs: 9 }), share('b', { lastAssignedMs: 5 }), share('c'))).toEqual(
      ['c', 'd', 'b', 'a'],
    );
  });

  it('fractions that are equal but for rounding are equal', () => {
    const tenth = share('a', { assigned: 0, credit: 0.1 + 0.2, lastAssignedMs: 1 });
    expect(order(share('b', { credit: 0.3, lastAssignedMs: 2 }), tenth)).toEqual(['a', 'b']);
  });
});

const teams = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 8 });

/** Gives out turns; each member is free with the given probability. */
function play(weights: readonly number[], turns: number, isFree: (turn: number, member: number) => boolean): Share[] {
  let shares = weights.map((weight, nth) => share(String.fromCharCode(97 + nth), { weight }));
  for (let turn = 0; turn < turns; turn += 1) {
    const next = sortByNext(shares).find(({ userId }) => isFree(turn, userId.charCodeAt(0) - 97));
    if (!next) continue;
    shares = shares.map((one) =>
      one === next ? { ...one, assigned: one.assigned + 1, lastAssignedMs: turn + 1 } : one,
    );
  }
  return shares;
}

describe('in any team', () => {
  it('that is always free, nobody is ever a whole turn away from their share', () => {
    fc.assert(
      fc.property(teams, fc.integer({ min: 1, max: 200 }), (weights, turns) => {
        const shares = play(weights, turns, () => true);
        const levels = shares.map(levelOf);
        const lightest = Math.min(...weights);
        expect(Math.max(...levels) - Math.min(...levels)).toBeLessThanOrEqual(1 / lightest + 1e-9);
        expect(shares.reduce((sum, { assigned }) => sum + assigned, 0)).toBe(turns);
      }),
    );
  });

  it('the order does not depend on the order of asking', () => {
    fc.assert(
      fc.property(teams, fc.integer({ min: 0, max: 50 }), (weights, turns) => {
        const shares = play(weights, turns, (turn, member) => (turn + member) % 3 !== 0);
        expect(sortByNext(shares.toReversed())).toEqual(sortByNext(shares));
      }),
    );
  });

  it('a newcomer starts at the level of all together, and is no further from their share than one turn from then on', () => {
    fc.assert(
      fc.property(
        teams,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 300 }),
        (weights, weight, turns) => {
          const before = play(weights, turns, () => true);
          const known = before.map(({ userId, weight: one, ...turned }) => ({ userId, weight: one, stored: turned }));
          const all = withNewcomers([...known, { userId: 'zz', weight, stored: null }]);
          const level = before.reduce((sum, { assigned }) => sum + assigned, 0) / weights.reduce((a, b) => a + b, 0);
          const newcomer = all.at(-1);
          expect(newcomer && levelOf(newcomer)).toBeCloseTo(level, 9);
          expect(all.slice(0, -1)).toEqual(before);
        },
      ),
    );
  });
});
