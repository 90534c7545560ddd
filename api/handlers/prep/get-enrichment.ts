import { AppError } from '../../../schemas/errors.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import { type EnrichmentRow, readEnrichment } from '../../../store/prep/enrichments.ts';
import type { Handler } from '../../core/handler.ts';
import { waitForPack } from './wait-for-pack.ts';

type Answer = Output<typeof prep.getEnrichment>;

const NOT_YET = {
  ...{ companyFacts: null, personFacts: null, conversationSignals: null },
  ...{ brief: null, score: null, providerBreakdown: null },
} as const;

const toAnswer = (bookingId: string, row: EnrichmentRow): Answer => ({
  bookingId,
  status: row.status,
  emailClass: row.emailClass,
  domain: row.domain,
  creditsCharged: row.creditsCharged,
  ...((row.parts ?? NOT_YET) as Pick<Answer, keyof typeof NOT_YET>),
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const getEnrichment: Handler<typeof prep.getEnrichment> = async (context, input) => {
  const { bookingId } = input;
  const read = () => readEnrichment(context.sql, bookingId);
  const row = await waitForPack(context, input, read, (found) => found?.status ?? 'none');
  if (row) return toAnswer(bookingId, row);
  throw new AppError(
    'resource.not_found',
    'Nobody has looked up the guest of this meeting. refresh_prep_pack makes a pack, and looks up if credits are left.',
    { reason: 'no_enrichment', field: 'bookingId' },
  );
};
