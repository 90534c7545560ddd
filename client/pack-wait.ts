import { delay } from './send.ts';

/** What a pack's answer says of itself. */
interface PackAnswer {
  readonly status: string;
  readonly why?: { readonly reason: string } | undefined;
}

/** While a pack is made, the one before is read. */
export const isBeingMade = ({ status }: PackAnswer): boolean => status === 'pending' || status === 'running';

/** A meeting that was booked just now has no pack for a moment. */
const isOnItsWay = ({ status, why }: PackAnswer): boolean => status === 'none' && why?.reason === 'on_its_way';

/** The longest wait of one call. */
const WAIT_SECONDS = 25;
/** A server that does not wait, as it does for the 21st of a network, is not asked in a tight loop. */
const SHORTEST_MS = 1_000;

/** How long the next call may wait, in seconds. */
export const secondsUntil = (overMs: number): number =>
  Math.min(WAIT_SECONDS, Math.max(0, Math.ceil((overMs - Date.now()) / 1_000)));

/**
 * The pack once it is made, or as it is when the time is over: then `isMade` is false.
 * @param ask reads the pack, and waits so many seconds
 */
export async function packOnceMade<P extends PackAnswer>(
  ask: (waitSeconds: number) => Promise<P>,
  { overMs, signal }: { readonly overMs: number; readonly signal?: AbortSignal },
): Promise<{ readonly pack: P; readonly isMade: boolean }> {
  for (;;) {
    const began = Date.now();
    const pack = await ask(secondsUntil(overMs));
    const isMade = !isBeingMade(pack) && !isOnItsWay(pack);
    if (isMade || Date.now() >= overMs) return { pack, isMade };
    await delay(Math.max(0, began + SHORTEST_MS - Date.now()), signal);
  }
}
