import { NOTHING } from '../../../domain/prep/enrichment-parts.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import { type EnrichmentRow, readEnrichment } from '../../../store/prep/enrichments.ts';
import type { Handler } from '../../core/handler.ts';
import { retryOf } from './pack-view.ts';
import { waitForPack } from './wait-for-pack.ts';
import { whySkipped } from './why-skipped.ts';

type Answer = Output<typeof prep.getEnrichment>;

const UNMADE =
  'The record could not be made of what was found: a fault of this service. refresh_prep_pack tries again.';

/** A look-up has ended for its readers once its record is made: they never see `succeeded` without what was found. */
function statusOf({ status, parts, isBeingMade }: EnrichmentRow): EnrichmentRow['status'] {
  if (parts !== null || status === 'pending' || status === 'running') return status;
  return isBeingMade ? 'running' : 'failed';
}

function toAnswer(bookingId: string, row: EnrichmentRow): Answer {
  const status = statusOf(row);
  return {
    ...whySkipped(row),
    ...retryOf(row),
    ...{ bookingId, status, emailClass: row.emailClass, domain: row.domain, creditsCharged: row.creditsCharged },
    ...(row.parts ?? NOTHING),
    error: row.error ?? (status === 'failed' ? UNMADE : null),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const getEnrichment: Handler<typeof prep.getEnrichment> = async (context, input) => {
  const { bookingId } = input;
  const read = () => readEnrichment(context.sql, bookingId);
  const { row } = await waitForPack(context, input, read, (found) => (found ? statusOf(found) : 'none'));
  if (row) return toAnswer(bookingId, row);
  throw new AppError(
    'resource.not_found',
    'Nobody has looked up the guest of this meeting. refresh_prep_pack makes a pack, and looks up if credits are left.',
    { reason: 'no_enrichment', field: 'bookingId' },
  );
};
