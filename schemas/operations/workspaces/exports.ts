import { z } from 'zod';
import { keyedWriteErrors } from '../../errors.ts';
import { defineArea, type Operation } from '../../operation.ts';
import { ADMINS } from '../../shapes/access.ts';
import { Email, line } from '../../shapes/fields.ts';
import { nextCursor } from '../../shapes/lists.ts';
import { fromStranger, Untrusted } from '../../shapes/untrusted.ts';

/** What an export has, in the order in which it is read. */
export const ExportPart = z.enum([
  'workspace',
  'members',
  'event_types',
  'schedules',
  'teams',
  'meetings',
  'guests',
  'activity',
]);

const Rows = fromStranger(z.array(z.record(z.string(), z.unknown())));

const page = {
  limit: z.int().min(1).max(500).default(100).describe('1 to 500 rows, fewer where they are long. Default 100.'),
  cursor: line(1, 200).meta({ pattern: '^[\\w-]+$' }).optional().describe('The last nextCursor.'),
};

const exporting = {
  surface: 'host',
  method: 'POST',
  auth: { scope: 'workspace.act', roles: ADMINS },
  // The log names who exported.
  effect: 'write',
  repeatable: true,
  worksWhileLocked: true,
  heavy: true,
  rateClass: 'keyed',
  errors: keyedWriteErrors,
} as const satisfies Partial<Operation>;

/** What a workspace takes with it (contract, Dashboard). No secrets: no key, token, code or link of a mail. */
export const exports = defineArea({
  exportWorkspace: {
    ...exporting,
    title: 'Export the workspace',
    summary:
      'One part of everything that the workspace stores, page by page: workspace, members, event_types, schedules, teams, meetings, guests or activity. For all of it, call for each part and follow nextCursor. No secrets. Owners and admins; the log says who. Example: {"part":"meetings","format":"csv","limit":500}.',
    path: '/workspace/export',
    tool: 'export_workspace',
    input: z.object({
      part: ExportPart.describe('Which part.'),
      format: z
        .enum(['json', 'csv'])
        .default('json')
        .describe('csv: the text of a file; only the first page has the line of names. Default json.'),
      ...page,
    }),
    output: z.object({
      untrusted: Untrusted,
      part: ExportPart.describe('The part that was asked for.'),
      rows: Rows.optional().describe('json: the rows of this page, the oldest first.'),
      csv: fromStranger(z.string()).optional().describe('csv: this page (RFC 4180). Join the pages for a file.'),
      nextCursor,
    }),
  },
});

/** All of one guest, before it is deleted. */
export const guestExports = defineArea({
  exportGuest: {
    ...exporting,
    title: 'Export a guest',
    summary:
      'All that the workspace stores about one guest, by address: every meeting with them, also as a further guest, with answers, notes and prep packs; requests for codes of the last days. What delete_guest deletes. Follow nextCursor. Owners and admins; the log says who, not the address.',
    path: '/guests/export',
    tool: 'export_guest',
    input: z.object({ email: Email.describe('Address of the guest.'), ...page }),
    output: z.object({
      untrusted: Untrusted,
      meetings: Rows.describe('The oldest first.'),
      codeRequests: Rows.describe('With the first page alone, the latest 100.'),
      nextCursor,
    }),
  },
});
