import { createDeviceActivities } from '../activities/access/device-authorization.ts';
import { createNativeClaimActivities } from '../activities/accounts/native-claim.ts';
import { createCheckoutActivities } from '../activities/billing/checkout.ts';
import { createSubscriptionActivities, type SubscriptionDependencies } from '../activities/billing/subscription.ts';
import { createTrialActivities } from '../activities/billing/trial.ts';
import { type BookingDependencies, createBookingActivities } from '../activities/booking/booking.ts';
import { type CalendarSyncDependencies, createCalendarSyncActivities } from '../activities/calendars/sync.ts';
import { createAgentIdentityActivities } from '../activities/identity/agent-identity.ts';
import { createOutboxActivities } from '../activities/mail/outbox.ts';
import { createMemberRemovalActivities, type MemberRemovalDependencies } from '../activities/members/member-removal.ts';
import { createSweepActivities, type SweepDependencies } from '../activities/ops/sweep.ts';
import type { PrepDependencies } from '../activities/prep/mail-pack.ts';
import { createPrepActivities } from '../activities/prep/prep-pack.ts';
import { redactFailures } from '../activities/redact-failures.ts';
import { createWebhookActivities, type WebhookDependencies } from '../activities/webhooks/webhook-delivery.ts';
import { createUnclaimedActivities } from '../activities/workspaces/unclaimed-workspace.ts';
import { createWorkspaceClaimActivities } from '../activities/workspaces/workspace-claim.ts';
import {
  createWorkspaceErasureActivities,
  type WorkspaceErasureDependencies,
} from '../activities/workspaces/workspace-erasure.ts';
import type { FlowName } from '../workflows/catalogue.ts';

export interface ActivityDependencies
  extends BookingDependencies,
    MemberRemovalDependencies,
    SweepDependencies,
    CalendarSyncDependencies,
    SubscriptionDependencies,
    WorkspaceErasureDependencies,
    PrepDependencies,
    WebhookDependencies {
  readonly heartbeat: (details?: unknown) => void;
  readonly links: BookingDependencies['links'];
}

/** The activities of each flow. A flow without them does not compile. The warm-up uses those of the sweep. */
export const activityFactories = {
  booking: createBookingActivities,
  deviceAuthorization: createDeviceActivities,
  mail: createOutboxActivities,
  nativeClaim: createNativeClaimActivities,
  trial: createTrialActivities,
  workspaceClaim: createWorkspaceClaimActivities,
  unclaimedWorkspace: createUnclaimedActivities,
  workspaceErasure: createWorkspaceErasureActivities,
  memberRemoval: createMemberRemovalActivities,
  calendarSync: createCalendarSyncActivities,
  checkout: createCheckoutActivities,
  subscription: createSubscriptionActivities,
  agentIdentity: createAgentIdentityActivities,
  prepPack: createPrepActivities,
  webhookDelivery: createWebhookActivities,
  sweep: createSweepActivities,
} satisfies Record<FlowName | 'sweep', (dependencies: ActivityDependencies) => object>;

/**
 * All activities of a worker, by name.
 * @param report gets the error of each failed activity; Temporal gets a failure in our own words
 */
export const createActivities = (
  dependencies: ActivityDependencies,
  report: (activity: string, error: unknown) => void,
): object =>
  Object.assign(
    {},
    ...Object.values(activityFactories).map((create) => redactFailures<object>(create(dependencies), report)),
  );
