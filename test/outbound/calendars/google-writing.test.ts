import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleEventId } from '../../../domain/calendars/event-ids.ts';
import type { EventToWrite } from '../../../domain/calendars/remote-event.ts';
import type { CalendarAccount, ProviderError } from '../../../outbound/calendars/provider.ts';
import { METHOD_SCOPES } from '../../../stand-ins/google/scopes.ts';
import type { GoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import { GOOGLE_METHODS } from '../../support/asserts/google-discovery.ts';
import {
  ADA,
  allDay,
  type CheckedGoogle,
  googleAccountOf,
  soon,
  startCheckedGoogle,
  timed,
  ZONE,
} from '../../support/fakes/google.ts';

let google: CheckedGoogle;
let account: CalendarAccount;

beforeAll(async () => {
  google = await startCheckedGoogle();
});
afterAll(() => google.close());
beforeEach(() => {
  account = googleAccountOf(google, google.grant(ADA).accessToken);
});
afterEach(() => {
  google.clean();
  expect(google.problems()).toEqual([]);
});

const DAY = { startMs: Date.parse('2026-11-24T00:00:00Z'), endMs: Date.parse('2026-11-25T00:00:00Z') };

const CASES: readonly (readonly [Parameters<GoogleStandIn['faults']['add']>[0], Partial<ProviderError>])[] = [
  [{ kind: '401' }, { failure: 'token_refused' }],
  [{ kind: '403' }, { failure: 'throttled', detail: '403 rateLimitExceeded' }],
  [
    { kind: '403', reason: 'quotaExceeded' },
    { failure: 'throttled', retryAfterMs: 3_600_000 },
  ],
  [{ kind: '403', reason: 'insufficientPermissions' }, { failure: 'token_refused' }],
  [{ kind: '403', reason: 'forbidden' }, { failure: 'forbidden' }],
  [{ kind: '403', reason: 'accessNotConfigured' }, { failure: 'misconfigured' }],
  [
    { kind: '429', retryAfterSeconds: 7 },
    { failure: 'throttled', retryAfterMs: 7_000 },
  ],
  [{ kind: '5xx' }, { failure: 'away', detail: '503 backendError' }],
  [
    { kind: '5xx', status: 500, retryAfterSeconds: 2 },
    { failure: 'away', retryAfterMs: 2_000 },
  ],
  [{ kind: 'cut' }, { failure: 'away' }],
  [{ kind: 'cutBefore' }, { failure: 'away' }],
];

describe('failures', () => {
  it.each(CASES)('%j, in the words of all providers, by one request alone', async (fault, wanted) => {
    google.faults.add(fault);
    const before = google.seen.length;
    await expect(account.readNow(ADA, DAY, soon())).rejects.toMatchObject({ name: 'ProviderError', ...wanted });
    expect(google.seen.length - before).toBe(1);
  });

  it('waits no longer than the caller’s signal', async () => {
    google.faults.add({ kind: 'slow', delayMs: 5_000 });
    const begun = performance.now();
    const call = account.readNow(ADA, DAY, { signal: AbortSignal.timeout(100) });
    await expect(call).rejects.toMatchObject({ failure: 'away' });
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it('refuses an unknown and an ended token', async () => {
    await expect(googleAccountOf(google, 'ya29.unknown').listCalendars(soon())).rejects.toMatchObject({
      failure: 'token_refused',
    });
    google.tokens.expireAccess();
    await expect(account.listCalendars(soon())).rejects.toMatchObject({ failure: 'token_refused' });
  });

  it('keeps nothing of tokens, titles and addresses', async () => {
    const { accessToken } = google.grant(ADA);
    google.faults.add({ kind: '5xx' });
    const failed = await googleAccountOf(google, accessToken)
      .createEvent(ADA, { ...meeting(), title: 'Secret title' }, soon())
      .catch((error: unknown) => error);
    const shown = inspect(failed, { depth: 9, showHidden: true });
    expect(shown).toContain('503 backendError');
    for (const text of [accessToken, 'Secret title', ADA, 'guest@elsewhere.test']) expect(shown).not.toContain(text);
  });

  it('needs the scopes that Google’s description names for each method', () => {
    for (const [id, scopes] of Object.entries(METHOD_SCOPES))
      expect(GOOGLE_METHODS.get(id)?.scopes, id).toEqual(expect.arrayContaining([...scopes]));
  });
});

let bookings = 0;

const meeting = (more: Partial<EventToWrite> = {}): EventToWrite => {
  bookings += 1;
  const startMs = Date.parse('2026-12-10T09:00:00Z');
  const bookingId = `018f0000-0000-7000-8000-${String(bookings).padStart(12, '0')}`;
  return {
    ...{ bookingId, generation: 0, uid: `${bookingId}@holdfast.test`, mayExist: false },
    ...{ title: 'Intro', description: 'About us', location: null, startMs, endMs: startMs + 1_800_000, timezone: ZONE },
    ...{ attendees: [{ email: 'guest@elsewhere.test', name: 'Guest' }], wantsLink: false, linkProvider: null },
    ...more,
  };
};

const HOUR_MS = 3_600_000;
const later = (event: EventToWrite): EventToWrite => ({
  ...event,
  startMs: event.startMs + HOUR_MS,
  endMs: event.endMs + HOUR_MS,
});

describe('writing', () => {
  it('creates once, whatever happens to the answer', async () => {
    const event = meeting();
    google.faults.add({ kind: 'cut', match: 'POST' });
    await expect(account.createEvent(ADA, event, soon())).rejects.toMatchObject({ failure: 'away' });
    const found = await account.createEvent(ADA, event, soon());
    // Nothing leaves the machine: the link leads to the page of the stand-in.
    expect(found.htmlLink?.startsWith(`${google.url}/people/`)).toBe(true);
    expect((await fetch(found.htmlLink ?? '')).status).toBe(200);
    expect(found).toMatchObject({
      startMs: event.startMs,
      endMs: event.endMs,
      responses: { 'guest@elsewhere.test': 'none' },
    });
    expect(google.hand.calendar(ADA).visible()).toHaveLength(1);
    // The check before a booking knows it as our own, even before its id is stored.
    const day = { startMs: event.startMs, endMs: event.endMs };
    expect(await account.readNow(ADA, day, soon())).toMatchObject([{ id: found.id, bookingId: event.bookingId }]);
    // Moved meanwhile: the event of the first try gets the new time.
    const moved = later(event);
    expect(await account.createEvent(ADA, moved, soon())).toMatchObject({ id: found.id, startMs: moved.startMs });
  });

  it('gives the event the UID of our mails, and finds it by that after a lost answer', async () => {
    const event = meeting();
    google.faults.add({ kind: 'cut', match: 'POST' });
    await expect(account.createEvent(ADA, event, soon())).rejects.toMatchObject({ failure: 'away' });
    const before = google.seen.length;
    const { id } = await account.createEvent(ADA, { ...event, mayExist: true }, soon());
    expect(google.seen.slice(before).map(({ method }) => method)).toEqual(['GET']);
    const shown = () => google.hand.calendar(ADA).find(id);
    expect(shown()?.iCalUID).toBe(event.uid);
    await account.updateEvent(ADA, { id, etag: null }, later(event), soon());
    expect(shown()).toMatchObject({ iCalUID: event.uid, sequence: 1 });
    const day = { startMs: event.startMs, endMs: later(event).endMs };
    expect(await account.readNow(ADA, day, soon())).toMatchObject([{ id, bookingOfUid: event.bookingId }]);
  });

  it('leaves a copy alone that the calendar took from our mail, and writes its own event', async () => {
    const event = meeting();
    const times = { start: { dateTime: '2026-12-10T09:00:00Z' }, end: { dateTime: '2026-12-10T09:30:00Z' } };
    const copy = google.hand.put(ADA, { iCalUID: event.uid, ...times }, 'mail@holdfast.test');
    const { id } = await account.createEvent(ADA, event, soon());
    expect(id).not.toBe(copy.id);
    expect((await account.createEvent(ADA, { ...event, mayExist: true }, soon())).id).toBe(id);
    await account.deleteEvent(ADA, id, soon());
    expect(google.hand.calendar(ADA).find(copy.id ?? '')?.status).toBe('confirmed');
  });

  it('finds an event that a release before gave an id, and keeps its UID', async () => {
    const event = meeting();
    const id = googleEventId(event.bookingId, 0);
    const times = { start: { dateTime: '2026-12-10T09:00:00Z' }, end: { dateTime: '2026-12-10T09:30:00Z' } };
    google.hand.put(ADA, { id, ...times });
    expect((await account.createEvent(ADA, { ...event, mayExist: true }, soon())).id).toBe(id);
    await account.updateEvent(ADA, { id, etag: null }, later(event), soon());
    expect(google.hand.calendar(ADA).find(id)?.iCalUID).toBe(`${id}@google.com`);
    const day = { startMs: event.startMs, endMs: later(event).endMs };
    expect(await account.readNow(ADA, day, soon())).toMatchObject([{ id, bookingOfUid: event.bookingId }]);
  });

  it('creates an event again that the host deleted: its UID is used up', async () => {
    const event = meeting();
    const first = await account.createEvent(ADA, event, soon());
    google.hand.remove(ADA, first.id);
    expect(await account.readEvent(ADA, first.id, soon())).toBeNull();
    const second = await account.createEvent(ADA, event, soon());
    expect(second.id).not.toBe(first.id);
    expect((await account.createEvent(ADA, event, soon())).id).toBe(second.id);
  });

  it('moves an event and keeps what the host and the guests changed in it', async () => {
    const event = meeting({ location: 'Here' });
    const first = await account.createEvent(ADA, event, soon());
    google.hand.change(ADA, first.id, { description: 'My notes', colorId: '5' });
    google.hand.answer(ADA, first.id, 'declined', 'guest@elsewhere.test');
    const wanted = later({ ...event, title: 'Intro (moved)', location: 'There' });
    await expect(account.updateEvent(ADA, first, wanted, soon())).rejects.toMatchObject({ failure: 'event_changed' });
    const read = await account.readEvent(ADA, first.id, soon());
    const moved = await account.updateEvent(ADA, { id: first.id, etag: read?.etag ?? '' }, wanted, soon());
    expect(moved).toMatchObject({ startMs: wanted.startMs, responses: { 'guest@elsewhere.test': 'declined' } });
    expect(google.hand.calendar(ADA).find(first.id)).toMatchObject({
      ...{ summary: 'Intro (moved)', location: 'There', description: 'My notes', colorId: '5' },
    });
  });

  it('writes what guests wrote as text, keeps line breaks, and knows its own text again', async () => {
    const description = 'Intro & more\nNotes: <a href="https://evil.test/meet">Join with Google Meet</a>';
    const event = meeting({ description });
    const { id } = await account.createEvent(ADA, event, soon());
    const shown = () => google.hand.calendar(ADA).find(id)?.description;
    expect(shown()).toBe(
      'Intro &amp; more\nNotes: &lt;a href="https://evil.test/meet"&gt;Join with Google Meet&lt;/a&gt;',
    );
    // Nobody rewrote it: an update writes ours.
    await account.updateEvent(ADA, { id, etag: null }, { ...event, description: '<b>New</b> & more' }, soon());
    expect(shown()).toBe('&lt;b&gt;New&lt;/b&gt; &amp; more');
    google.hand.change(ADA, id, { description: '<b>My notes</b>' });
    await account.updateEvent(ADA, { id, etag: null }, event, soon());
    expect(shown()).toBe('<b>My notes</b>');
  });

  it('answers null for an event that is gone, and deletes twice', async () => {
    const event = meeting();
    const { id } = await account.createEvent(ADA, event, soon());
    await account.deleteEvent(ADA, id, soon());
    await account.deleteEvent(ADA, id, soon());
    await account.deleteEvent(ADA, 'neverseen', soon());
    expect(await account.updateEvent(ADA, { id, etag: null }, event, soon())).toBeNull();
    expect(await account.readEvent(ADA, 'neverseen', soon())).toBeNull();
  });

  it('sees a whole day that the host made of it, from midnight of the calendar', async () => {
    const { id } = await account.createEvent(ADA, meeting(), soon());
    google.hand.change(ADA, id, allDay('2026-12-10', '2026-12-11'));
    const read = await account.readEvent(ADA, id, soon());
    expect(read?.startMs).toBe(Date.parse('2026-12-09T23:00:00Z'));
  });

  it('asks for a Meet link, once for each booking, and reads it when Google has made it', async () => {
    google.meet = { delayMs: 50, outcome: 'success' };
    const event = meeting({ wantsLink: true });
    const { id, joinUrl } = await account.createEvent(ADA, event, soon());
    expect(joinUrl).toBeNull();
    const link = async () => (await account.readEvent(ADA, id, soon()))?.joinUrl;
    await expect.poll(link).toMatch(/^https:\/\/meet\.google\.com\//);
    const made = await link();
    expect((await account.updateEvent(ADA, { id, etag: null }, later(event), soon()))?.joinUrl).toBe(made);
  });

  it('does not write into calendars of others', async () => {
    const call = account.createEvent('team@group.calendar.google.com', meeting(), soon());
    await expect(call).rejects.toMatchObject({ failure: 'forbidden' });
  });
});

describe('channels', () => {
  const pushes: IncomingHttpHeaders[] = [];
  const inbox = createServer((request, response) => {
    pushes.push(request.headers);
    response.writeHead(202).end();
  });
  beforeAll(async () => {
    inbox.listen(0, '127.0.0.1');
    await once(inbox, 'listening');
  });
  afterAll(() => {
    inbox.close();
  });

  it('opens a channel, gets a push for each change, and closes it', async () => {
    const address = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}/inbound/google`;
    const expiresMs = Date.now() + 7 * 86_400_000;
    const id = '018f0000-0000-7000-8000-00000000c001';
    const opened = await account.openChannel(ADA, { id, secret: 'a-secret', address, expiresMs }, soon());
    expect(opened.expiresMs).toBe(expiresMs);
    await expect.poll(() => pushes.at(-1)?.['x-goog-resource-state']).toBe('sync');
    google.hand.put(ADA, timed('2026-12-11T10:00', '2026-12-11T11:00'));
    await expect.poll(() => pushes.at(-1)?.['x-goog-resource-state']).toBe('exists');
    expect(pushes.at(-1)).toMatchObject({
      ...{ 'x-goog-channel-id': id, 'x-goog-channel-token': 'a-secret', 'x-goog-resource-id': opened.providerId },
    });
    await account.closeChannel({ id, providerId: opened.providerId }, soon());
    await account.closeChannel({ id, providerId: opened.providerId }, soon());
    expect(google.push.channels.has(id)).toBe(false);
  });

  it('says when Google does not take the address', async () => {
    const channel = { id: 'c2', secret: 's', address: 'http://example.com/x', expiresMs: Date.now() + 1_000 };
    await expect(account.openChannel(ADA, channel, soon())).rejects.toMatchObject({ failure: 'refused' });
  });
});
