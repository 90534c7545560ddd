import type {
  Calendar,
  Event,
  MailboxSettings,
  ScheduleInformation,
  Subscription,
  User,
} from '@microsoft/microsoft-graph-types';
import type { Answer, Routes } from '../http.ts';
import { type ApiParts, bodyOf, type Call, calendarOfCall, guarded, type Work, writingOf } from './call.ts';
import { CursorGone, type DeltaRow, delta } from './delta.ts';
import { syncStateNotFound } from './failure.ts';
import { CALENDAR_KEYS, EVENT_KEYS, SETTINGS_KEYS } from './keys.ts';
import { calendarView, instances, type Listing, listEvents, type Page, pageOf } from './listing.ts';
import type { Item } from './mailbox.ts';
import { calendarOf, type Etagged, eventOf, selected, settingsOf, userOf } from './render.ts';
import { getSchedule, type ScheduleRequest } from './schedule.ts';
import { READS, SUBSCRIBES, WRITES } from './scopes.ts';
import { shown } from './subscriptions.ts';
import { createEvent, deleteEvent, found, patchEvent } from './writing.ts';

type Entity = Etagged<Event> | Calendar | User | MailboxSettings | Subscription | ScheduleInformation;

/** All bodies that Graph's part of the stand-in answers: Microsoft's types, and what OData puts around them. */
type GraphBody =
  | Entity
  | Partial<Entity>
  | Page<Entity | Partial<Entity> | DeltaRow>
  | { readonly '@odata.context': string; readonly value: string };

const ok = (body: GraphBody, status = 200): Answer => ({ status, body });
const done: Answer = { status: 204 };

/** Graph v1.0, the methods that we use: HTTP method, path, one of these scopes, work. */
export function apiRoutes(parts: ApiParts): Routes {
  const [calendars, events, event] = ['/me/calendars', '/me/events', '/me/events/:eventId'];
  const calendar = `${calendars}/:calendarId`;
  const subscription = '/subscriptions/:subscriptionId';
  const methods: readonly (readonly [Routes[number][0], string, readonly string[], Work])[] = [
    ['GET', '/me', ['User.Read'], ({ mailbox }) => ok(userOf(mailbox))],
    ['GET', '/me/mailboxSettings', ['MailboxSettings.Read'], settings],
    ['GET', '/me/mailboxSettings/timeZone', ['MailboxSettings.Read'], timeZone],
    ['GET', calendars, READS, listCalendars],
    ['GET', '/me/calendar', READS, getCalendar],
    ['POST', '/me/calendar/getSchedule', SUBSCRIBES, (call) => schedule(parts, call)],
    ['GET', calendar, READS, getCalendar],
    ...[calendar, '/me'].flatMap((path): (readonly [Routes[number][0], string, readonly string[], Work])[] => [
      ['GET', `${path}/calendarView`, READS, (call) => view(parts, call)],
      ['GET', `${path}/calendarView/delta`, READS, changes],
      ['POST', `${path}/events`, WRITES, (call) => create(parts, call)],
    ]),
    [
      'GET',
      `${calendar}/events`,
      READS,
      (call) => ok(listEvents(call.mailbox, calendarOfCall(call).id, listing(call), parts.search)),
    ],
    ['GET', events, READS, (call) => ok(listEvents(call.mailbox, null, listing(call), parts.search))],
    ['GET', event, READS, getEvent],
    ['GET', `${event}/instances`, READS, (call) => ok(instances(call.mailbox, eventOfCall(call), listing(call)))],
    ['PATCH', event, WRITES, (call) => patch(parts, call)],
    ['DELETE', event, WRITES, (call) => remove(parts, call)],
    ['GET', '/subscriptions', SUBSCRIBES, (call) => listSubscriptions(parts, call)],
    ['POST', '/subscriptions', SUBSCRIBES, (call) => subscribe(parts, call)],
    ['GET', subscription, SUBSCRIBES, (call) => ok(shown(parts.subscriptions.find(...subscriptionOf(call))))],
    ['PATCH', subscription, SUBSCRIBES, (call) => renew(parts, call, bodyOf(call))],
    ['POST', `${subscription}/reauthorize`, SUBSCRIBES, (call) => ({ ...renew(parts, call, {}), status: 202 })],
    ['DELETE', subscription, SUBSCRIBES, (call) => unsubscribe(parts, call)],
  ];
  return methods.map(([method, path, scopes, work]) => [
    method,
    `/v1.0${path}`,
    (asked) => guarded(parts, scopes, asked, work),
  ]);
}

const listing = ({ address, asked, preferences }: Call): Listing => ({
  ...{ address, query: asked.url.searchParams, preferences },
});

const settings: Work = ({ mailbox, asked }) =>
  ok(selected(settingsOf(mailbox), asked.url.searchParams.get('$select'), SETTINGS_KEYS));

const timeZone: Work = ({ mailbox, address }) =>
  ok({ '@odata.context': `${new URL(address).origin}/v1.0/$metadata#timeZone`, value: mailbox.person.timeZone });

const listCalendars: Work = (call) => {
  const { value, ...page } = pageOf([...call.mailbox.calendars.values()], listing(call));
  const select = call.asked.url.searchParams.get('$select');
  return ok({ ...page, value: value.map((one) => selected(calendarOf(one, call.mailbox), select, CALENDAR_KEYS)) });
};

const getCalendar: Work = (call) =>
  ok(
    selected(calendarOf(calendarOfCall(call), call.mailbox), call.asked.url.searchParams.get('$select'), CALENDAR_KEYS),
  );

const view = ({ search }: ApiParts, call: Call): Answer =>
  ok(calendarView(call.mailbox, calendarOfCall(call).id, listing(call), search));

const changes: Work = (call) => {
  try {
    return ok(delta(call.mailbox, calendarOfCall(call).id, listing(call)));
  } catch (error) {
    if (error instanceof CursorGone) return syncStateNotFound(call.address);
    throw error;
  }
};

const schedule = ({ mailboxes }: ApiParts, call: Call): Answer =>
  ok(getSchedule(call.mailbox, mailboxes, bodyOf<ScheduleRequest>(call), call.preferences));

const eventId = ({ asked }: Call): string => asked.params.eventId ?? '';

const eventOfCall = (call: Call): Item => found({ mailbox: call.mailbox, ifMatch: undefined }, eventId(call));

/** Readers see events as they were, as long as a change is hidden. */
const getEvent: Work = (call) => {
  const item = eventOfCall(call);
  const seen = call.mailbox.visible().find(({ id }) => id === item.id) ?? item;
  return ok(selected(eventOf(seen, call.preferences), call.asked.url.searchParams.get('$select'), EVENT_KEYS));
};

const create = (parts: ApiParts, call: Call): Answer =>
  ok(eventOf(createEvent(writingOf(parts, call), calendarOfCall(call), bodyOf<Event>(call)), call.preferences), 201);

const patch = (parts: ApiParts, call: Call): Answer =>
  ok(eventOf(patchEvent(writingOf(parts, call), eventId(call), bodyOf<Event>(call)), call.preferences));

function remove(parts: ApiParts, call: Call): Answer {
  deleteEvent(writingOf(parts, call), eventId(call), call.preferences.immutableIds);
  return done;
}

const subscriptionOf = ({ asked, mailbox, access }: Call) =>
  [mailbox, access.clientId, asked.params.subscriptionId ?? ''] as const;

const listSubscriptions = ({ subscriptions }: ApiParts, call: Call): Answer =>
  ok(pageOf(subscriptions.of(call.mailbox, call.access.clientId).map(shown), listing(call)));

const subscribe = async ({ subscriptions }: ApiParts, call: Call): Promise<Answer> => {
  const { mailbox, access, preferences } = call;
  return ok(await subscriptions.create(mailbox, access, bodyOf<Subscription>(call), preferences.immutableIds), 201);
};

const renew = ({ subscriptions }: ApiParts, { mailbox, access, asked }: Call, body: Subscription): Answer =>
  ok(subscriptions.renew(mailbox, access, asked.params.subscriptionId ?? '', body));

function unsubscribe({ subscriptions }: ApiParts, call: Call): Answer {
  subscriptions.remove(...subscriptionOf(call));
  return done;
}
