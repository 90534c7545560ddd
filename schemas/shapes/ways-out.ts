import { z } from 'zod';

/**
 * Everything through which a workspace reaches out, or lets somebody in. A new one needs a row in the table (`domain/access/ways-out.ts`), an
 * executor (`store/access/ways-out-rows.ts`) and words (`domain/access/ways-out-words.ts`): without them nothing compiles.
 */
export const WayOut = z.enum([
  ...(['apps', 'keys', 'seats', 'identities', 'invitations', 'claims', 'approvals', 'calendarLinks'] as const),
  ...(['webhooks', 'signIns', 'sessions', 'decideLinks', 'receipts'] as const),
  ...(['videoLinks', 'shortLinks', 'embeds', 'members', 'imports', 'calendars'] as const),
]);
export type WayOut = z.infer<typeof WayOut>;
