import { z } from 'zod';
import { Role } from './access.ts';

/** Spec, Workspace summary. */
export const WorkspaceSummary = z.object({ id: z.uuid(), name: z.string(), slug: z.string() });

/** The highest cap that a workspace can set. It fills a calendar for years, so it means: no cap. */
export const HIGHEST_UPCOMING_CAP = 10_000;

/** How many upcoming bookings one host may have of one origin. */
export const UpcomingCaps = z.object({
  upcomingPerNetwork: z
    .int()
    .describe('The most upcoming bookings of one host from one network, of guests who proved nothing by a code.'),
  upcomingPerMailDomain: z.int().describe('The most upcoming bookings of one host by guests of one mail domain.'),
});

/** A workspace of the signed-in person. */
export const MyWorkspace = WorkspaceSummary.extend({
  role: Role,
  username: z.string().describe('The person’s part of the address.'),
});

/** trialing: nothing is paid yet. past_due: a payment failed, within the grace period. inactive: unpaid, nobody can book. */
export const SubscriptionStatus = z.enum(['trialing', 'active', 'past_due', 'inactive']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;
