import type { Event } from '@microsoft/microsoft-graph-types';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type CalendarAccount, ProviderError } from '../../../outbound/calendars/provider.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import {
  ADA,
  BOOKING,
  booked,
  CALENDAR,
  FAMILY,
  Mirror,
  NORA,
  providerOf,
  type Receiver,
  soon,
  startReceiver,
  timed,
  WINDOW,
} from '../../support/fakes/microsoft.ts';

let microsoft: MicrosoftStandIn;
let account: CalendarAccount;

const stopped: (() => unknown)[] = [];
beforeEach(async () => {
  microsoft = await startMicrosoftStandIn();
  stopped.push(microsoft.close);
  account = providerOf(microsoft).account(microsoft.grant(ADA).accessToken);
});
afterAll(async () => {
  for (const close of stopped) await close();
});

const events = (email = ADA): readonly Event[] =>
  (microsoft.mailboxes.get(email)?.visible() ?? []).filter(({ isDeleted }) => !isDeleted).map(({ event }) => event);

const failureOf = (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => expect.unreachable('it should fail'),
    (error: unknown) => (error instanceof ProviderError ? error : expect.unreachable(String(error))),
  );

describe('writing into a calendar of Microsoft', () => {
  it('moves an event of which the host made a whole day, from midnight of the calendar', async () => {
    const made = await account.createEvent(CALENDAR, booked(), soon());
    const midnight = (day: string) => ({ dateTime: `${day}T00:00:00`, timeZone: 'UTC' });
    const day = { isAllDay: true, start: midnight('2026-11-26'), end: midnight('2026-11-27') };
    microsoft.hand.change(CALENDAR, made.id, day);
    const moved = await account.updateEvent(CALENDAR, { id: made.id, etag: null }, booked(), soon());
    expect(moved).toMatchObject({ startMs: booked().startMs, endMs: booked().endMs });
    expect(events()).toMatchObject([{ isAllDay: false }]);
  });

  it('creates an event that is seen as ours, moves it, and deletes it twice', async () => {
    const made = await account.createEvent(CALENDAR, booked({ location: 'Room 1' }), soon());
    expect(made).toMatchObject({ startMs: booked().startMs, endMs: booked().endMs, joinUrl: null, responses: {} });
    // Nothing leaves the machine.
    expect(made.htmlLink?.startsWith(`${microsoft.url}/people/`)).toBe(true);
    expect((await fetch(made.htmlLink ?? '')).status).toBe(200);
    expect(events()).toMatchObject([
      { subject: 'Intro', showAs: 'busy', location: { displayName: 'Room 1' }, attendees: [] },
    ]);
    const [seen] = await account.readNow(CALENDAR, booked(), soon());
    expect(seen).toMatchObject({ id: made.id, bookingId: BOOKING });
    const mirror = new Mirror(account);
    await mirror.read();
    expect(mirror.events.get(made.id)).toMatchObject({ bookingId: BOOKING });
    const later = booked({ startMs: Date.parse('2026-11-25T09:00:00Z'), endMs: Date.parse('2026-11-25T09:30:00Z') });
    microsoft.hand.change(CALENDAR, made.id, { subject: 'Intro (bring slides)' });
    expect(await failureOf(account.updateEvent(CALENDAR, made, later, soon()))).toMatchObject({
      failure: 'event_changed',
    });
    const read = await account.readEvent(CALENDAR, made.id, soon());
    const moved = await account.updateEvent(CALENDAR, { id: made.id, etag: read?.etag ?? null }, later, soon());
    expect(moved).toMatchObject({ id: made.id, startMs: later.startMs });
    expect(events()).toMatchObject([{ subject: 'Intro (bring slides)' }]);
    await account.deleteEvent(CALENDAR, made.id, soon());
    await account.deleteEvent(CALENDAR, made.id, soon());
    expect(await account.readEvent(CALENDAR, made.id, soon())).toBeNull();
    expect(await account.updateEvent(CALENDAR, { id: made.id, etag: null }, later, soon())).toBeNull();
  });

  it('has one event after a repeated create: answer lost, moved since, other words, in another calendar', async () => {
    microsoft.faults.add({ kind: 'cut', match: 'POST /v1.0/me/calendars' });
    expect(await failureOf(account.createEvent(CALENDAR, booked(), soon()))).toMatchObject({ failure: 'away' });
    const again = await account.createEvent(CALENDAR, booked(), soon());
    const later = booked({ startMs: booked().startMs + 3_600_000, endMs: booked().endMs + 3_600_000, title: 'Other' });
    expect(await account.createEvent(CALENDAR, later, soon())).toMatchObject({ id: again.id, startMs: later.startMs });
    // How long Graph remembers transactions is not documented.
    microsoft.mailboxes.get(ADA)?.transactions.clear();
    expect(await account.createEvent(CALENDAR, later, soon())).toMatchObject({ id: again.id });
    microsoft.hand.moveTo(CALENDAR, again.id, FAMILY);
    expect(await account.createEvent(CALENDAR, later, soon())).toMatchObject({ id: again.id });
    expect(events()).toHaveLength(1);
  });

  it('finds the first event by its transaction when the search does not know it yet, or refuses', async () => {
    const first = await account.createEvent(CALENDAR, booked(), soon());
    microsoft.search.isBehind = true;
    expect(await account.createEvent(CALENDAR, booked(), soon())).toMatchObject({ id: first.id });
    expect(await account.createEvent(CALENDAR, booked({ title: 'Other' }), soon())).toMatchObject({ id: first.id });
    microsoft.search.namesFirst = false;
    expect(await account.createEvent(CALENDAR, booked({ title: 'Third' }), soon())).toMatchObject({ id: first.id });
    microsoft.search.isBehind = false;
    microsoft.search.refuses = true;
    expect(await account.createEvent(CALENDAR, booked({ title: 'Fourth' }), soon())).toMatchObject({ id: first.id });
    expect(events()).toHaveLength(1);
  });

  it('makes it anew after the host deleted it', async () => {
    const first = await account.createEvent(CALENDAR, booked(), soon());
    microsoft.hand.remove(CALENDAR, first.id);
    const second = await account.createEvent(CALENDAR, booked(), soon());
    expect(second.id).not.toBe(first.id);
    expect(await account.createEvent(CALENDAR, booked(), soon())).toMatchObject({ id: second.id });
    expect(events()).toHaveLength(1);
  });

  it('invites guests only if they are named, and reads their answers', async () => {
    await account.createEvent(CALENDAR, booked(), soon());
    const mailbox = microsoft.mailboxes.get(ADA);
    expect(mailbox?.invitations).toEqual([]);
    const guest = { email: 'Guest@example.com', name: 'Guest' };
    const made = await account.createEvent(
      CALENDAR,
      booked({ bookingId: crypto.randomUUID(), attendees: [guest] }),
      soon(),
    );
    expect(mailbox?.invitations).toMatchObject([{ to: guest.email, about: 'created' }]);
    microsoft.hand.answer(CALENDAR, made.id, 'declined', guest.email);
    expect(await account.readEvent(CALENDAR, made.id, soon())).toMatchObject({
      responses: { 'guest@example.com': 'declined' },
    });
  });

  it('makes a Teams link that a move keeps; later, if Teams is slow; none, if the tenant forbids it', async () => {
    const wanted = { wantsLink: true, linkProvider: 'teamsForBusiness' } as const;
    const made = await account.createEvent(CALENDAR, booked(wanted), soon());
    expect(made.joinUrl).toMatch(/^https:\/\/teams\.microsoft\.com\//);
    const later = booked({ ...wanted, startMs: booked().startMs + 60_000, endMs: booked().endMs + 60_000 });
    expect(await account.updateEvent(CALENDAR, made, later, soon())).toMatchObject({ joinUrl: made.joinUrl });
    expect(events()).toMatchObject([{ isOnlineMeeting: true }]);
    microsoft.teams = { delayMs: 50, outcome: 'success' };
    const slow = await account.createEvent(CALENDAR, booked({ ...wanted, bookingId: crypto.randomUUID() }), soon());
    expect(slow.joinUrl).toBeNull();
    await expect
      .poll(() => account.readEvent(CALENDAR, slow.id, soon()))
      .toMatchObject({ joinUrl: expect.any(String) });
    microsoft.teams = { delayMs: 0, outcome: 'failure' };
    const none = await account.createEvent(CALENDAR, booked({ ...wanted, bookingId: crypto.randomUUID() }), soon());
    expect(none.joinUrl).toBeNull();
  });

  it('gets a link in an account of a person only if the provider is left out', async () => {
    const nora = providerOf(microsoft).account(microsoft.grant(NORA).accessToken);
    const made = await nora.createEvent('AAMkCal-nora', booked({ wantsLink: true }), soon());
    expect(made.joinUrl).toMatch(/^https:\/\/teams\.live\.com\//);
    const named = booked({ bookingId: crypto.randomUUID(), wantsLink: true, linkProvider: 'teamsForBusiness' });
    expect(await nora.createEvent('AAMkCal-nora', named, soon())).toMatchObject({ joinUrl: null });
  });

  it('is refused in a calendar of somebody else, and the permission still stands', async () => {
    expect(await failureOf(account.createEvent('AAMkCal-ada-boss', booked(), soon()))).toMatchObject({
      failure: 'forbidden',
    });
    const reader = providerOf(microsoft).account(microsoft.grant(ADA, ['Calendars.Read']).accessToken);
    expect(await failureOf(reader.createEvent(CALENDAR, booked(), soon()))).toMatchObject({ failure: 'forbidden' });
    const stranger = providerOf(microsoft).account(microsoft.grant(ADA, ['User.Read']).accessToken);
    expect(await failureOf(stranger.readNow(CALENDAR, WINDOW, soon()))).toMatchObject({ failure: 'token_refused' });
  });
});

describe('notifications of Microsoft', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    stopped.push(receiver.close);
  });

  const HOUR_MS = 3_600_000;
  const channel = () => ({
    id: 'c1',
    secret: 'a secret',
    address: receiver.address,
    expiresMs: Date.now() + 60 * HOUR_MS,
  });
  const put = () => microsoft.hand.put(CALENDAR, timed('2026-11-24T10:00', '2026-11-24T11:00'));
  const items = () => receiver.received.flatMap(({ value }) => value);

  it('come for every change with the secret, until the subscription is closed', async () => {
    const opened = await account.openChannel(CALENDAR, channel(), soon());
    expect(opened.expiresMs).toBeGreaterThan(Date.now() + 59 * HOUR_MS);
    const { id } = put();
    await expect.poll(items).toMatchObject([
      {
        ...{ subscriptionId: opened.providerId, clientState: 'a secret', changeType: 'created' },
        resourceData: { id, '@odata.type': '#Microsoft.Graph.Event' },
      },
    ]);
    microsoft.faults.add({ kind: 'lostPush' });
    put();
    microsoft.faults.add({ kind: 'duplicatePush' });
    put();
    await expect.poll(items).toHaveLength(3);
    const until = Date.now() + 100 * HOUR_MS;
    expect(await account.renewChannel(opened.providerId, until, soon())).toMatchObject({ expiresMs: until });
    await account.closeChannel({ id: 'c1', providerId: opened.providerId }, soon());
    await account.closeChannel({ id: 'c1', providerId: opened.providerId }, soon());
    expect(await account.renewChannel(opened.providerId, until, soon())).toBeNull();
    expect(microsoft.subscriptions.kept.size).toBe(0);
  });

  it('come once after a crash between opening and keeping, whether Graph refuses a second one or not', async () => {
    const lost = await account.openChannel(CALENDAR, channel(), soon());
    const second = await account.openChannel(CALENDAR, channel(), soon());
    expect([...microsoft.subscriptions.kept.keys()]).toEqual([second.providerId]);
    expect(second.providerId).not.toBe(lost.providerId);
    microsoft.subscriptions.takesDuplicates = true;
    const third = await account.openChannel(CALENDAR, channel(), soon());
    expect([...microsoft.subscriptions.kept.keys()]).toEqual([third.providerId]);
  });

  it('say what happens to the subscription, and wait for a newer token', async () => {
    const opened = await account.openChannel(CALENDAR, channel(), soon());
    microsoft.subscriptions.lifecycle('missed', ADA);
    await expect.poll(items).toMatchObject([{ lifecycleEvent: 'missed', clientState: 'a secret' }]);
    const kept = microsoft.subscriptions.kept.get(opened.providerId);
    if (kept) microsoft.subscriptions.kept.set(kept.id, { ...kept, tokenUntilMs: Date.now() });
    put();
    await expect.poll(items).toHaveLength(2);
    expect(items()[1]).toMatchObject({ lifecycleEvent: 'reauthorizationRequired' });
    await account.renewChannel(opened.providerId, Date.now() + HOUR_MS, soon());
    await expect.poll(items).toHaveLength(3);
    expect(items()[2]).toMatchObject({ changeType: 'created' });
    microsoft.subscriptions.lifecycle('subscriptionRemoved', ADA);
    await expect.poll(items).toHaveLength(4);
    expect(await account.renewChannel(opened.providerId, Date.now() + HOUR_MS, soon())).toBeNull();
  });

  it('need an address that answers', async () => {
    receiver.close();
    expect(await failureOf(account.openChannel(CALENDAR, channel(), soon()))).toMatchObject({
      ...{ failure: 'refused', detail: '400 ValidationError' },
    });
  });
});
