import { LOOPBACK_NAMES } from '../domain/client-networks.ts';

/** Hosts that never leave the machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an origin is on this machine. */
export const isLoopback = (origin: string): boolean => LOOPBACK.test(new URL(origin).hostname);

/** Host and port of an origin; one word for the names that every machine has for itself, by which api/origins.ts takes them for one. */
export function hostOf(origin: string): string {
  const { hostname, port, protocol } = new URL(origin);
  const name = LOOPBACK_NAMES.includes(hostname) ? 'localhost' : hostname;
  return `${name}:${port || protocol}`;
}

/** 32 random bytes have 30 different values on average, and hardly ever fewer than 20. */
const FEWEST_VALUES = 16;

/** Whether a key is made by a rule instead of at random: few different bytes, a repeated part, or even steps. */
export function isWeakKey(key: Buffer): boolean {
  if (new Set(key).size < FEWEST_VALUES) return true;
  if (hasRepeatedPart(key)) return true;
  const step = (index: number): number => ((key[index + 1] ?? 0) - (key[index] ?? 0) + 256) % 256;
  return Array.from({ length: key.length - 1 }, (_, index) => step(index)).every((size) => size === step(0));
}

/** Whether the bytes begin again after at most half of their length. */
const hasRepeatedPart = (key: Buffer): boolean => {
  for (let period = 1; period <= key.length / 2; period++)
    if (key.subarray(period).equals(key.subarray(0, key.length - period))) return true;
  return false;
};
