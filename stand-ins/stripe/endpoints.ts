import { z } from 'zod';
import type { Routes } from '../http.ts';
import { route, type World } from './call.ts';
import { given } from './catalog.ts';
import { bool, EXPAND, httpUrl, int, RANGE, text } from './encoded.ts';
import { invalid, missing } from './failure.ts';
import { page, rendered } from './render.ts';
import type { State } from './state.ts';
import type { Endpoint } from './wire.ts';

const events = z.array(text).min(1);
const New = z.strictObject({ url: httpUrl, enabled_events: events, api_version: text.optional(), ...EXPAND });
const Changed = z.strictObject({
  ...{ url: httpUrl.optional(), enabled_events: events.optional(), disabled: bool.optional(), ...EXPAND },
});
const Events = z.strictObject({
  ...{ ...RANGE, type: text.optional(), types: z.array(text).max(20).optional() },
  created: z
    .strictObject({ gte: int.optional(), gt: int.optional(), lte: int.optional(), lt: int.optional() })
    .optional(),
});

/** Endpoints of webhooks, and the list of events for what they missed. */
export const endpointRoutes = (world: World): Routes => [
  route(world, ['GET', '/webhook_endpoints'], z.strictObject(RANGE), (range) =>
    page(world.state, '/v1/webhook_endpoints', world.state.all('webhook_endpoint'), range),
  ),
  route(world, ['POST', '/webhook_endpoints'], New, ({ url, enabled_events, api_version = null }) => {
    const made = newEndpoint(world.state, url, enabled_events, world.state.newId('whsec'));
    // The secret is shown once.
    return { ...rendered(world.state, made), api_version, secret: made._secret };
  }),
  route(world, ['POST', '/webhook_endpoints/:id'], Changed, ({ disabled, expand: _, ...changes }, { id }) => {
    const found = world.state.get('webhook_endpoint', id);
    if (!found) throw missing('webhook_endpoint', id);
    const status = disabled === undefined ? found.status : disabled ? ('disabled' as const) : ('enabled' as const);
    return rendered(world.state, world.state.put({ ...found, ...given(changes), status }));
  }),
  route(world, ['GET', '/events'], Events, ({ created = {}, type, types, ...range }) => {
    if (type !== undefined && types) throw invalid('You may only specify one of these parameters: type, types.');
    const found = world.state
      .all('event')
      .filter((one) => (type === undefined || one.type === type) && (!types || types.includes(one.type)))
      .filter((one) => one.created >= (created.gte ?? 0) && one.created > (created.gt ?? -1))
      .filter((one) => one.created <= (created.lte ?? one.created) && one.created < (created.lt ?? one.created + 1));
    return page(world.state, '/v1/events', found, range);
  }),
];

export const newEndpoint = (state: State, url: string, enabled_events: readonly string[], secret: string): Endpoint =>
  state.put({
    ...({ id: state.newId('we'), object: 'webhook_endpoint', livemode: false, created: state.seconds() } as const),
    ...({ url, enabled_events, status: 'enabled', _secret: secret, api_version: null, description: null } as const),
    ...{ application: null, metadata: {} },
  });
