import type { SourceFailure } from '../../domain/prep/source.ts';
import type { OutboundFailure } from '../../outbound/outbound-failure.ts';

/** Ends a source without facts. Stays inside `activities/prep/`. @property sourceUrl what was asked, if it differs from the provider's address */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';
  readonly reason: SourceFailure;
  readonly sourceUrl: string | undefined;

  constructor(reason: SourceFailure, sourceUrl?: string) {
    super(reason);
    this.reason = reason;
    this.sourceUrl = sourceUrl;
  }
}

/** An address that is not asked: of a port or a protocol that we do not speak. */
export const failureOfOutbound = (reason: OutboundFailure): SourceFailure => {
  if (reason === 'not_allowed') return 'robots';
  return reason === 'forbidden_url' ? 'forbidden_address' : reason;
};

/** Returns the meaning of a status that is not 2xx. */
export function failureOfStatus(status: number): SourceFailure {
  if (status === 404 || status === 410) return 'not_found';
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'refused' : 'unreadable';
}
