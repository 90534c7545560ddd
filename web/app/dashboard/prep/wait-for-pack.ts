import { MAX_PACK_WAIT_MS } from '../../../../domain/prep/pack-state.ts';
import { CallError, createCall } from '../../data/call.ts';

const REST_MS = 5_000;
/** A server that does not wait, as it does for the 21st of a network, is not asked in a tight loop. */
const SHORTEST_MS = 1_000;
const FOCUS_AFTER = 'holdfast.prep';

/** A button that needs a script is hidden until there is one. */
export function offerPrint(): void {
  const button = document.getElementById('print');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

/** Waits while a pack is made, then shows it. The pack of a meeting that was booked just now comes within seconds. */
export async function waitForPack({ dataset }: HTMLElement): Promise<void> {
  const { prep: bookingId = '', workspace = '', stage } = dataset;
  if (stage === 'made' || stage === 'failed') showMade(bookingId);
  if (stage !== 'making' && stage !== 'none') return;
  const overMs = Date.now() + MAX_PACK_WAIT_MS;
  while (Date.now() < overMs) {
    const beganMs = Date.now();
    const next = await waitOnce(bookingId, workspace);
    if (next === 'stay') return;
    if (next === 'load again') return loadAgain(bookingId);
    await new Promise((resolve) => setTimeout(resolve, Math.max(next.restMs, beganMs + SHORTEST_MS - Date.now())));
  }
}

type Next = 'stay' | 'load again' | { readonly restMs: number };

async function waitOnce(bookingId: string, workspace: string): Promise<Next> {
  try {
    // A read needs no CSRF token.
    const { status, why } = await createCall(() => '')('getPrepPack', { bookingId, waitSeconds: 25 }, workspace);
    const isOnItsWay = status === 'none' && why?.reason === 'on_its_way';
    if (status === 'pending' || status === 'running' || isOnItsWay) return { restMs: 0 };
    // None is on its way.
    return status === 'none' ? 'stay' : 'load again';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { status, retryAfterSeconds } = error;
    // The page says what a repeated call would not: signed out, or no member any more.
    if (status !== 0 && status !== 429 && status < 500) return 'load again';
    return { restMs: (retryAfterSeconds ?? 0) * 1_000 || REST_MS };
  }
}

function loadAgain(bookingId: string): void {
  remember(bookingId);
  location.reload();
}

function remember(bookingId: string): void {
  try {
    sessionStorage.setItem(FOCUS_AFTER, bookingId);
  } catch {
    // Without storage a screen reader begins at the top.
  }
}

/** After the wait, the line that says when it was made has the focus: screen readers say it. */
function showMade(bookingId: string): void {
  try {
    if (sessionStorage.getItem(FOCUS_AFTER) !== bookingId) return;
    sessionStorage.removeItem(FOCUS_AFTER);
    document.getElementById('made')?.focus({ preventScroll: true });
  } catch {
    // As above.
  }
}
