import { accessSamples } from './access.ts';
import { activitySamples } from './activity.ts';
import { scheduleSamples } from './availability.ts';
import { billingSamples } from './billing.ts';
import { bookingSamples } from './booking.ts';
import { calendarSamples } from './calendars.ts';
import { eventTypeSamples } from './event-types.ts';
import { identitySamples } from './identity.ts';
import { shortLinkSamples } from './links.ts';
import { meetingSamples } from './meetings.ts';
import { memberSamples } from './members.ts';
import { oauthSamples } from './oauth.ts';
import type { Samples } from './sample.ts';
import { teamSamples } from './teams.ts';
import { webhookSamples } from './webhooks.ts';
import { workspaceSamples } from './workspaces.ts';

/** A call of every operation that asks who calls: one without a sample fails the access matrix, a tool without one the parity test. */
export const samples: Samples = {
  ...accessSamples,
  ...activitySamples,
  ...billingSamples,
  ...bookingSamples,
  ...calendarSamples,
  ...eventTypeSamples,
  ...identitySamples,
  ...meetingSamples,
  ...memberSamples,
  ...oauthSamples,
  ...scheduleSamples,
  ...shortLinkSamples,
  ...teamSamples,
  ...webhookSamples,
  ...workspaceSamples,
};
