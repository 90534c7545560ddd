import type { Secrets } from '../secrets.ts';
import { DAY_MS } from '../time/civil.ts';

/** A key signs for so long. All processes derive the same one from the clock, so none is stored or handed around (docs/decisions/identity.md#agents-of-people). */
const SIGNS_FOR_MS = 30 * DAY_MS;

/** Signing keys of one purpose, one for each month. */
export interface MonthlyKeys<Key> {
  /** The key that signs now. */
  signing(secrets: Secrets, nowMs: number): Key;
  /** The keys whose tokens are taken: those of now and of before, and the next, because clocks differ. */
  known(secrets: Secrets, nowMs: number): readonly Key[];
}

/** The number of a month of keys. */
export const monthOf = (nowMs: number): number => Math.floor(nowMs / SIGNS_FOR_MS);

/** @param derive makes the key of a month, always the same */
export function monthlyKeys<Key>(derive: (secrets: Secrets, generation: number) => Key): MonthlyKeys<Key> {
  const made = new WeakMap<Secrets, Map<number, Key>>();
  const keyOf = (secrets: Secrets, generation: number): Key => {
    const keys = made.get(secrets) ?? new Map<number, Key>();
    made.set(secrets, keys);
    const key = keys.get(generation) ?? derive(secrets, generation);
    keys.set(generation, key);
    return key;
  };
  return {
    signing: (secrets, nowMs) => keyOf(secrets, monthOf(nowMs)),
    known: (secrets, nowMs) => {
      const now = monthOf(nowMs);
      return [now - 1, now, now + 1].map((generation) => keyOf(secrets, generation));
    },
  };
}
