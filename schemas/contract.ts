import { activity } from './activity.ts';
import { agentSeats, apiKeys } from './api-keys.ts';
import { bookings } from './bookings.ts';
import { decisions } from './decisions.ts';
import { deviceAuthorization } from './device-authorization.ts';
import { eventTypes } from './event-types.ts';
import { manage } from './manage.ts';
import { me } from './me.ts';
import { meetings } from './meetings.ts';
import { members } from './members.ts';
import { meta } from './meta.ts';
import { publicBooking } from './public-booking.ts';
import { schedules } from './schedules.ts';
import { shortLinks } from './short-links.ts';
import { teams } from './teams.ts';
import { workspace } from './workspace.ts';

/** Every operation, by area. Handlers, REST routes, MCP tools and the OpenAPI document are made from this. */
export const contract = {
  meta,
  deviceAuthorization,
  workspace,
  activity,
  eventTypes,
  schedules,
  meetings,
  bookings,
  shortLinks,
  teams,
  members,
  apiKeys,
  agentSeats,
  me,
  manage,
  decisions,
  publicBooking,
};

export type Contract = typeof contract;
