import { decisions } from './decisions.ts';
import { manage } from './manage.ts';
import { meta } from './meta.ts';
import { publicBooking } from './public-booking.ts';

/** Every operation, by area. Handlers, REST routes, MCP tools and the OpenAPI document are made from this. */
export const contract = { meta, manage, decisions, publicBooking };

export type Contract = typeof contract;
