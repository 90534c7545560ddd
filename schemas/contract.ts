import { agentSeats, apiKeys } from './api-keys.ts';
import { decisions } from './decisions.ts';
import { deviceAuthorization } from './device-authorization.ts';
import { manage } from './manage.ts';
import { me } from './me.ts';
import { meetings } from './meetings.ts';
import { meta } from './meta.ts';
import { publicBooking } from './public-booking.ts';
import { workspace } from './workspace.ts';

/** Every operation, by area. Handlers, REST routes, MCP tools and the OpenAPI document are made from this. */
export const contract = {
  meta,
  deviceAuthorization,
  workspace,
  meetings,
  apiKeys,
  agentSeats,
  me,
  manage,
  decisions,
  publicBooking,
};

export type Contract = typeof contract;
