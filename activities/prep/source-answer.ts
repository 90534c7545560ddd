import type { SourceAnswer, SourceFailure } from '../../domain/prep/source.ts';
import type { OutboundFailure } from '../outbound/outbound-failure.ts';

/** Ends a source without facts. Stays inside `activities/prep/`. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';
  readonly reason: SourceFailure;

  constructor(reason: SourceFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** `sourceUrl`: if it differs from the one asked first. */
interface Found<Facts> {
  readonly facts: Facts;
  readonly sourceUrl?: string;
}

/** Runs one source: adds the times, and makes an answer of its failure. @throws whatever is a defect of ours */
export async function answerOf<Facts>(
  sourceUrl: string,
  now: () => number,
  ask: () => Promise<Found<Facts>>,
): Promise<SourceAnswer<Facts>> {
  const askedAtMs = now();
  try {
    const found = await ask();
    const times = { askedAtMs, tookMs: now() - askedAtMs };
    return { sourceUrl: found.sourceUrl ?? sourceUrl, ...times, outcome: 'found', facts: found.facts };
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    return { sourceUrl, askedAtMs, tookMs: now() - askedAtMs, outcome: 'failed', reason: error.reason };
  }
}

/** An address that is not asked: of a port or a protocol that we do not speak. */
export const failureOfOutbound = (reason: OutboundFailure): SourceFailure => {
  if (reason === 'not_allowed') return 'robots';
  return reason === 'forbidden_url' ? 'forbidden_address' : reason;
};

/** What a status that is not 2xx means. */
export function failureOfStatus(status: number): SourceFailure {
  if (status === 404 || status === 410) return 'not_found';
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'refused' : 'unreadable';
}
