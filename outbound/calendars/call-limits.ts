import type { CallLimits } from './provider.ts';

/** One call to a provider. A page of 2,500 events takes a second or two; the time includes a refresh of the token. */
const CALL_MS = 20_000;

/** For calls that no guest waits for. */
export const callLimits = (): CallLimits => ({ signal: AbortSignal.timeout(CALL_MS) });
