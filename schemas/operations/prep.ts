import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea, type Operation } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import { EnrichmentRecord } from '../shapes/enrichment-record.ts';
import { RetryAt } from '../shapes/prep.ts';
import { HostPrepPack } from '../shapes/prep-pack.ts';

const bookingId = z.uuid().describe('Id of the meeting, from list_meetings.');
const waitSeconds = z
  .int()
  .min(0)
  .max(25)
  .default(0)
  .describe('Most seconds to wait while it is pending or running, 0 to 25. Default 0.');

const read = {
  ...{ surface: 'host', rateClass: 'keyed', method: 'GET', effect: 'read', flow: true },
  auth: { scope: 'workspace.read', roles: MEMBERS },
  errors: keyedReadErrors,
  input: z.strictObject({ bookingId, waitSeconds }),
} as const satisfies Partial<Operation>;

/** What a host should know before a meeting (contract, Enrichment and prep packs). */
export const prep = defineArea({
  getEnrichment: {
    ...read,
    title: 'Get an enrichment',
    summary:
      'What public sources say of a guest’s company, what it cost in credits, and what failed or was skipped, and why. None yet: 404 no_enrichment. get_prep_pack has what to say and ask. Members: only their own.',
    path: '/bookings/{bookingId}/enrichment',
    tool: 'get_enrichment',
    output: EnrichmentRecord,
  },
  getPrepPack: {
    ...read,
    title: 'Get a prep pack',
    summary:
      'What a host should know before a meeting: guest, company, why they meet, questions, in fields and as markdown. Status none: there is none, `why` says why; degraded: made without a full look-up. Members: only their own.',
    path: '/bookings/{bookingId}/prep-pack',
    tool: 'get_prep_pack',
    output: HostPrepPack,
  },
  refreshPrepPack: {
    ...{ surface: 'host', rateClass: 'keyed', method: 'POST', effect: 'write', flow: true },
    auth: { scope: 'workspace.act', roles: MEMBERS, testKeys: true },
    errors: keyedWriteErrors,
    looksOutside: true,
    title: 'Refresh a prep pack',
    summary:
      'Makes a meeting’s pack anew, and says whether that changes anything; read it with get_prep_pack and waitSeconds. The company is looked up again in public sources, for one credit, only if the facts are older than a day or missing; a failed look-up costs nothing. Once the meeting is over: 409.',
    path: '/bookings/{bookingId}/prep-pack',
    tool: 'refresh_prep_pack',
    input: z.strictObject({ bookingId }),
    output: z.object({
      bookingId: z.uuid(),
      changed: z
        .boolean()
        .describe(
          'Whether what the pack is made from has changed since it was made (sourceFingerprint). A look-up may change more.',
        ),
      looksUpAgain: z
        .boolean()
        .describe('Whether the company is looked up again. false: the message says why not, such as no credit left.'),
      retryAt: RetryAt,
      message: z.string(),
    }),
  },
});
