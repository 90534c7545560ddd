import { agentSeats } from './operations/access/agent-seats.ts';
import { apiKeys } from './operations/access/api-keys.ts';
import { deviceAuthorization } from './operations/access/device-authorization.ts';
import { stoppedAccess } from './operations/access/stopped-access.ts';
import { linkedAccounts } from './operations/accounts/linked-accounts.ts';
import { me } from './operations/accounts/me.ts';
import { nativeApple } from './operations/accounts/native-apple.ts';
import { nativePasskey } from './operations/accounts/native-passkey.ts';
import { nativeSignIn } from './operations/accounts/native-sign-in.ts';
import { passkeys } from './operations/accounts/passkeys.ts';
import { sessions } from './operations/accounts/sessions.ts';
import { activity } from './operations/activity.ts';
import { slotExplanations } from './operations/availability/explain-slot.ts';
import { schedules } from './operations/availability/schedules.ts';
import { timesOff } from './operations/availability/time-off.ts';
import { billing } from './operations/billing/billing.ts';
import { checkout } from './operations/billing/checkout.ts';
import { bookable } from './operations/bookable.ts';
import { decisions } from './operations/booking/decisions.ts';
import { manage } from './operations/booking/manage.ts';
import { publicBooking } from './operations/booking/public-booking.ts';
import { calendars } from './operations/calendars.ts';
import { eventTypes } from './operations/event-types.ts';
import { agentIdentities } from './operations/identity/agent-identities.ts';
import { agentOperations } from './operations/identity/agent-operations.ts';
import { myAgents } from './operations/identity/my-agents.ts';
import { links } from './operations/links.ts';
import { mail } from './operations/mail.ts';
import { bookingFloods } from './operations/meetings/booking-floods.ts';
import { guestDeletion } from './operations/meetings/guest-deletion.ts';
import { insights } from './operations/meetings/insights.ts';
import { myMeetings } from './operations/meetings/my-meetings.ts';
import { meetings } from './operations/meetings.ts';
import { members } from './operations/members.ts';
import { consent } from './operations/oauth/consent.ts';
import { grants } from './operations/oauth/grants.ts';
import { ops } from './operations/ops.ts';
import { prep } from './operations/prep.ts';
import { reminders } from './operations/reminders.ts';
import { teams } from './operations/teams.ts';
import { webhooks } from './operations/webhooks.ts';
import { workspaceClaims } from './operations/workspaces/claims.ts';
import { workspaceDeletion } from './operations/workspaces/deletion.ts';
import { exports, guestExports } from './operations/workspaces/exports.ts';
import { imports } from './operations/workspaces/imports.ts';
import { myWorkspaces } from './operations/workspaces/my-workspaces.ts';
import { workspaceTools } from './operations/workspaces/tools.ts';
import { workspace } from './operations/workspaces/workspace.ts';

/** Every operation, by area. Handlers, REST routes, MCP tools and the OpenAPI document are made from this. */
export const contract = {
  ops,
  bookable,
  booking: { ...publicBooking, ...manage, ...decisions },
  access: { ...deviceAuthorization, ...apiKeys, ...agentSeats, ...stoppedAccess },
  workspaces: {
    ...workspace,
    ...exports,
    ...workspaceTools,
    ...myWorkspaces,
    ...workspaceClaims,
    ...imports,
    ...workspaceDeletion,
  },
  activity,
  mail,
  reminders,
  eventTypes,
  availability: { ...schedules, ...timesOff, ...slotExplanations },
  meetings: { ...meetings, ...guestDeletion, ...bookingFloods, ...myMeetings, ...insights, ...guestExports },
  prep,
  links,
  teams,
  members,
  calendars,
  webhooks,
  billing: { ...billing, ...checkout },
  accounts: { ...me, ...sessions, ...passkeys, ...linkedAccounts, ...nativeSignIn, ...nativePasskey, ...nativeApple },
  identity: { ...agentIdentities, ...agentOperations, ...myAgents },
  oauth: { ...grants, ...consent },
};

export type Contract = typeof contract;
