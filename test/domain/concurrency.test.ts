import { expect, it } from 'vitest';
import { CONCURRENCY, deliveryRoom } from '../../domain/concurrency.ts';

const { total, totalWithFirst, perWorkspace, perHost } = CONCURRENCY.deliveries;

/** Workspaces that take what they get, one place after the other, each to its own host. */
function greedy(count: number): number[] {
  const taken = Array.from({ length: count }, () => 0);
  for (let isFull = false; !isFull; ) {
    isFull = true;
    for (const [nth, own] of taken.entries()) {
      const ofAll = taken.reduce((sum, one) => sum + one, 0);
      if (deliveryRoom({ ofAll, ofWorkspace: own, ofHost: own, ofWorkspaceToHost: own }) === 0) continue;
      taken[nth] = own + 1;
      isFull = false;
    }
  }
  return taken;
}

it('leaves room for who comes next, however many workspaces take all they get', () => {
  expect(greedy(1)).toEqual([perWorkspace]);
  for (const count of [3, 12, 60, 150]) {
    const taken = greedy(count);
    expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(1);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBeLessThan(total);
  }
  // More workspaces than places: each has one, up to an end.
  expect(greedy(total + 20)).toEqual(Array.from({ length: total + 20 }, () => 1));
  expect(greedy(totalWithFirst + 30).reduce((sum, one) => sum + one, 0)).toBe(totalWithFirst);
});

it('sends no more to one host than its places, whoever asks', () => {
  const at = (ofHost: number, ofWorkspaceToHost = 0) =>
    deliveryRoom({ ofAll: ofHost, ofWorkspace: ofWorkspaceToHost, ofHost, ofWorkspaceToHost });
  expect(at(perHost)).toBe(0);
  expect(at(perHost + 3)).toBe(0);
  expect(at(perHost - 1)).toBe(1);
  // Three workspaces leave a quarter to a fourth one.
  expect([at(30, 10), at(30)]).toEqual([0, 5]);
});
