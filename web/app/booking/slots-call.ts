import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { PickerPlace } from '../../picker/picker-place.ts';
import type { SlotsQuery } from '../../picker/read-month.ts';

const PATIENCE_MS = 15_000;

export type CallProblem = 'offline' | 'busy' | 'other';
export type SlotsAnswer =
  | { readonly ok: true; readonly output: SlotsResponse }
  | { readonly ok: false; readonly problem: CallProblem };

/** The public slots operation of this origin, as any agent calls it. */
export async function callSlots({ slotsPath, token }: PickerPlace, query: SlotsQuery): Promise<SlotsAnswer> {
  const { limit, ...texts } = query;
  const params = new URLSearchParams({ ...texts, limit: String(limit), ...(token === null ? {} : { token }) });
  try {
    const answer = await fetch(`${slotsPath}?${params}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.ok) return { ok: true, output: (await answer.json()) as SlotsResponse };
    return { ok: false, problem: answer.status === 429 || answer.status === 503 ? 'busy' : 'other' };
  } catch {
    return { ok: false, problem: navigator.onLine ? 'other' : 'offline' };
  }
}
