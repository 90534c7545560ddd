import { z } from 'zod';
import { keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS } from '../../shapes/access.ts';

/** An account with more is imported in parts. */
export const MOST_ENTRIES = 100;

const Item = z.object({
  kind: z.enum(['event_type', 'schedule']),
  name: z.string().describe('As it was called there.'),
  sourceId: z.string().nullable().describe('Its id or address there; null: it has none.'),
  outcome: z
    .enum(['made', 'would_make', 'exists', 'skipped'])
    .describe(
      'would_make: with dryRun. exists: you have one of this slug or name, which stays as it is. skipped: see why.',
    ),
  id: z.uuid().nullable().describe('Of what was made, or exists; else null.'),
  why: z.string().nullable().describe('Why it was not made; null: it was, or would be.'),
  notes: z.array(z.string()).describe('What was not taken over, or only nearly.'),
});

/** Event types and hours of other services. */
export const imports = defineArea({
  importSettings: {
    title: 'Import event types and hours',
    summary:
      'Makes schedules and event types of Cal.com or Calendly, from an export (answers of GET /v2/event-types and /v2/schedules, or /event_types and /user_availability_schedules), or by service and apiKey: this asks the service. The answer says of each entry what became of it, and what of it has no counterpart here. Try it with dryRun first. Repeating makes nothing twice.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/imports',
    auth: { scope: 'workspace.act', roles: MEMBERS },
    effect: 'write',
    largeBody: true,
    heavy: true,
    looksOutside: true,
    repeatable: true,
    rateClass: 'keyed',
    tool: 'import_settings',
    errors: keyedWriteErrors,
    input: z.object({
      export: z
        .string()
        .min(2)
        .max(300_000)
        .optional()
        .describe('The JSON text: one answer of these APIs, or a list of several. At most 100 entries.'),
      service: z.enum(['cal.com', 'calendly']).optional().describe('In place of export: it is asked with apiKey.'),
      apiKey: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .optional()
        .describe('A key of that service. Used for this call alone, kept nowhere.'),
      hostUserId: z.uuid().optional().describe('Whose they become (list_members). Default: you; members: only you.'),
      dryRun: z.boolean().default(false).describe('true: says what would be made, and makes nothing. Default false.'),
    }),
    output: z.object({
      dryRun: z.boolean().describe('true: nothing was changed.'),
      made: z.int().min(0).describe('Made; with dryRun, would be made.'),
      items: z.array(Item).describe('Hours first, then event types, each in the order of the export.'),
      unknownEntries: z.int().min(0).describe('Entries that are neither event types nor hours.'),
      message: z.string(),
    }),
  },
});
