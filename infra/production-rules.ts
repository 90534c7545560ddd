/** Hosts that never leave the machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an origin is on this machine. */
export const isLoopback = (origin: string): boolean => LOOPBACK.test(new URL(origin).hostname);

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
