import { agentSeats, apiKeys } from './operations/access/api-keys.ts';
import { deviceAuthorization } from './operations/access/device-authorization.ts';
import { me } from './operations/accounts.ts';
import { activity } from './operations/activity.ts';
import { schedules } from './operations/availability.ts';
import { decisions } from './operations/booking/decisions.ts';
import { manage } from './operations/booking/manage.ts';
import { publicBooking } from './operations/booking/public-booking.ts';
import { eventTypes } from './operations/event-types.ts';
import { shortLinks } from './operations/links.ts';
import { meetings } from './operations/meetings/list-meetings.ts';
import { bookings } from './operations/meetings/meetings.ts';
import { members } from './operations/members.ts';
import { meta } from './operations/ops.ts';
import { teams } from './operations/teams.ts';
import { workspace } from './operations/workspaces.ts';

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
