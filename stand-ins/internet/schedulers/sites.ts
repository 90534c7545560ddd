import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Site } from '../world.ts';
import {
  CALCOM_EVENT_TYPES,
  CALCOM_SCHEDULES,
  CALENDLY_EVENT_TYPES,
  CALENDLY_SCHEDULES,
  CALENDLY_USER,
  calcomEventType,
  calendlyEventType,
} from './accounts.ts';

/** `cal_local` and `pat_local` have an account; `cal_local_down` and its like have one with a fault. Others are refused. */
const KEY = /^Bearer (cal|pat)_local(?:_(\w+))?$/;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** More than a client reads of one account. */
const MANY = 350;
/** Two pages. */
const PAGES = 130;

const answer = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
};

/** What each fault answers in place of the account. */
const FAULTS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  down: (response) => response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Down</h1>'),
  busy: (response) => answer(response, { message: 'Too many requests' }, 429),
  silent: () => {},
  moved: (response) => response.writeHead(302, { location: 'https://fault-there-and-back.com/key' }).end(),
  page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
  shape: (response) => answer(response, { status: 'success', data: 'none' }),
  large: (response) => response.writeHead(200, JSON_TYPE).end(`{"data": ["${'x'.repeat(4_000_000)}"]}`),
  cut: (response) => response.socket?.destroy(),
};

/** @returns undefined: it has been answered */
function kindOf(
  request: IncomingMessage,
  response: ServerResponse,
  prefix: 'cal' | 'pat',
  refused: unknown,
): string | undefined {
  const [, service, kind = 'usual'] = KEY.exec(request.headers.authorization ?? '') ?? [];
  if (service !== prefix) {
    answer(response, refused, 401);
    return undefined;
  }
  const fault = FAULTS[kind];
  if (!fault) return kind;
  fault(response);
  return undefined;
}

const CALCOM_REFUSED = {
  status: 'error',
  error: { code: 'UnauthorizedException', message: 'Invalid API Key', details: { statusCode: 401 } },
};

const calcom: Site = (request, response) => {
  const url = new URL(request.url ?? '/', 'https://api.cal.com');
  const version = request.headers['cal-api-version'];
  const isEvents = url.pathname === '/v2/event-types' && version === '2024-06-14';
  // As there: without a right key, event types of nobody.
  if (isEvents && !KEY.test(request.headers.authorization ?? ''))
    return answer(response, { status: 'success', data: [] });
  const kind = kindOf(request, response, 'cal', CALCOM_REFUSED);
  if (kind === undefined) return;
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    many: Array.from({ length: MANY }, (_, nth) => calcomEventType(nth + 100, `Event ${nth}`, `event-${nth}`)),
    ...{ empty: [], usual: CALCOM_EVENT_TYPES },
  };
  if (isEvents) return answer(response, { status: 'success', data: lists[kind] ?? CALCOM_EVENT_TYPES });
  if (url.pathname === '/v2/schedules' && version === '2024-06-11')
    return answer(response, { status: 'success', data: kind === 'empty' ? [] : CALCOM_SCHEDULES });
  answer(response, { status: 'error', error: { code: 'NotFoundException', message: 'Not found' } }, 404);
};

const CALENDLY_REFUSED = { title: 'Unauthenticated', message: 'The access token is invalid' };

const manyOfCalendly = (count: number) =>
  Array.from({ length: count }, (_, nth) => calendlyEventType(`N${nth}`, `Event ${nth}`, `event-${nth}`));

/** A page of a list, as Calendly gives it: `page_token` is opaque to clients. */
function pageOf(list: readonly unknown[], url: URL) {
  const [from, count] = [Number(url.searchParams.get('page_token') ?? 0), Number(url.searchParams.get('count') ?? 20)];
  const next = from + count < list.length ? String(from + count) : null;
  const address = new URL(url);
  if (next !== null) address.searchParams.set('page_token', next);
  const collection = list.slice(from, from + count);
  return {
    collection,
    pagination: {
      ...{ count: collection.length, next_page: next === null ? null : address.href, previous_page: null },
      ...{ next_page_token: next, previous_page_token: null },
    },
  };
}

const calendly: Site = (request, response) => {
  const url = new URL(request.url ?? '/', 'https://api.calendly.com');
  const kind = kindOf(request, response, 'pat', CALENDLY_REFUSED);
  if (kind === undefined) return;
  if (url.pathname === '/users/me')
    return answer(response, { resource: { uri: CALENDLY_USER, name: 'Ada', slug: 'ada' } });
  if (url.searchParams.get('user') !== CALENDLY_USER)
    return answer(response, { title: 'Invalid Argument', message: 'The supplied parameters are invalid.' }, 400);
  if (url.pathname === '/user_availability_schedules')
    return answer(response, { collection: kind === 'empty' ? [] : CALENDLY_SCHEDULES });
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    ...{ many: manyOfCalendly(MANY), pages: manyOfCalendly(PAGES), empty: [] },
  };
  if (url.pathname === '/event_types') return answer(response, pageOf(lists[kind] ?? CALENDLY_EVENT_TYPES, url));
  answer(response, { title: 'Resource Not Found', message: 'The server could not find the requested resource.' }, 404);
};

/** The APIs of services from which hosts bring their event types. */
export const SCHEDULER_SITES: Readonly<Record<string, Site>> = { 'api.cal.com': calcom, 'api.calendly.com': calendly };
