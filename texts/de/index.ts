import type { Texts } from '../en/index.ts';
import * as access from './access.ts';
import * as dashboardAccess from './dashboard/access.ts';
import * as dashboardAccounts from './dashboard/accounts.ts';
import * as dashboardActivity from './dashboard/activity.ts';
import * as dashboardAvailability from './dashboard/availability.ts';
import * as dashboardBilling from './dashboard/billing.ts';
import * as dashboardCalendars from './dashboard/calendars.ts';
import * as dashboardDevice from './dashboard/device.ts';
import * as dashboardEventTypeSettings from './dashboard/event-type-settings.ts';
import * as dashboardEventTypes from './dashboard/event-types.ts';
import * as dashboardFirstRun from './dashboard/first-run.ts';
import * as dashboardIdentity from './dashboard/identity.ts';
import * as dashboardImports from './dashboard/imports.ts';
import * as dashboardMeetings from './dashboard/meetings.ts';
import * as dashboardMembers from './dashboard/members.ts';
import * as dashboardOauth from './dashboard/oauth.ts';
import * as dashboardPalette from './dashboard/palette.ts';
import * as dashboardParts from './dashboard/parts.ts';
import * as dashboardRefusals from './dashboard/refusals.ts';
import * as dashboardReminders from './dashboard/reminders.ts';
import * as dashboardShell from './dashboard/shell.ts';
import * as dashboardTeams from './dashboard/teams.ts';
import * as dashboardWebhooks from './dashboard/webhooks.ts';
import * as dashboardWorkspaces from './dashboard/workspaces.ts';
import * as mailsAccounts from './mails/accounts.ts';
import * as mailsBilling from './mails/billing.ts';
import * as mailsMeetings from './mails/meetings.ts';
import * as mailsWorkspaces from './mails/workspaces.ts';
import * as meetings from './meetings.ts';
import * as pagesAccess from './pages/access.ts';
import * as pagesAccounts from './pages/accounts.ts';
import * as pagesBooking from './pages/booking.ts';
import * as pagesClaims from './pages/claims.ts';
import * as pagesDetails from './pages/details.ts';
import * as pagesFrame from './pages/frame.ts';
import * as pagesMeeting from './pages/meeting.ts';
import * as pagesPrep from './pages/prep.ts';
import * as pagesTimes from './pages/times.ts';

export const texts: Texts = {
  access,
  dashboardAccess,
  dashboardAccounts,
  dashboardActivity,
  dashboardAvailability,
  dashboardBilling,
  dashboardCalendars,
  dashboardDevice,
  dashboardEventTypeSettings,
  dashboardEventTypes,
  dashboardFirstRun,
  dashboardIdentity,
  dashboardImports,
  dashboardMeetings,
  dashboardMembers,
  dashboardOauth,
  dashboardPalette,
  dashboardParts,
  dashboardRefusals,
  dashboardReminders,
  dashboardShell,
  dashboardTeams,
  dashboardWebhooks,
  dashboardWorkspaces,
  mailsAccounts,
  mailsBilling,
  mailsMeetings,
  mailsWorkspaces,
  meetings,
  pagesAccess,
  pagesAccounts,
  pagesBooking,
  pagesClaims,
  pagesDetails,
  pagesFrame,
  pagesMeeting,
  pagesPrep,
  pagesTimes,
};
