import { expect, it } from 'vitest';
import {
  PLACES_OF_ALL,
  PLACES_OF_HOST,
  PLACES_OF_WORKSPACE,
  PLACES_WITH_FIRST,
  placesFor,
} from '../../../domain/webhooks/places.ts';

/** Workspaces that take what they get, one place after the other, each to its own host. */
function greedy(count: number): number[] {
  const taken = Array.from({ length: count }, () => 0);
  for (let isFull = false; !isFull; ) {
    isFull = true;
    for (const [nth, own] of taken.entries()) {
      const ofAll = taken.reduce((sum, one) => sum + one, 0);
      if (placesFor({ ofAll, ofWorkspace: own, ofHost: own, ofWorkspaceToHost: own }) === 0) continue;
      taken[nth] = own + 1;
      isFull = false;
    }
  }
  return taken;
}

it('leaves room for who comes next, however many workspaces take all they get', () => {
  expect(greedy(1)).toEqual([PLACES_OF_WORKSPACE]);
  for (const count of [3, 12, 60, 150]) {
    const taken = greedy(count);
    expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(1);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBeLessThan(PLACES_OF_ALL);
  }
  // More workspaces than places: each has one, up to an end.
  expect(greedy(PLACES_OF_ALL + 20)).toEqual(Array.from({ length: PLACES_OF_ALL + 20 }, () => 1));
  expect(greedy(PLACES_WITH_FIRST + 30).reduce((sum, one) => sum + one, 0)).toBe(PLACES_WITH_FIRST);
});

it('sends no more to one host than its places, whoever asks', () => {
  const at = (ofHost: number, ofWorkspaceToHost = 0) =>
    placesFor({ ofAll: ofHost, ofWorkspace: ofWorkspaceToHost, ofHost, ofWorkspaceToHost });
  expect(at(PLACES_OF_HOST)).toBe(0);
  expect(at(PLACES_OF_HOST + 3)).toBe(0);
  expect(at(PLACES_OF_HOST - 1)).toBe(1);
  // Three workspaces leave a quarter to a fourth one.
  expect([at(30, 10), at(30)]).toEqual([0, 5]);
});
