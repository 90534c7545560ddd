import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectPostmark, postmarkMailer } from '../../../../activities/mail/postmark.ts';
import { refusalToken } from '../../../../domain/mail/recipient-tokens.ts';
import { activity } from '../../../../schemas/operations/activity.ts';
import { mail } from '../../../../schemas/operations/mail.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { makeBooking, makeOpenEvent, nextStart } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeSeat, makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { announced, iso } from '../../../support/factories/meeting.ts';
import { refusals, startFakePostmark } from '../../../support/fakes/fake-postmark.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let postmark: Awaited<ReturnType<typeof startFakePostmark>>;
beforeAll(async () => {
  postmark = await startFakePostmark();
  const client = connectPostmark('server-token', postmark.options);
  stack = await startStack({
    demo: false,
    makeMailer: (sql) => postmarkMailer(client, sql, { messageStream: 'outbound', now: Date.now }),
  });
  team = await makeTeam(stack.sql);
});
afterAll(async () => {
  await stack.close();
  await postmark.close();
});

type Headers = Readonly<Record<string, string>>;

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly who: Record<string, unknown>;
  readonly before: unknown;
  readonly after: unknown;
  readonly subject: unknown;
  readonly names: Readonly<Record<string, string>>;
}

const list = async (headers: Headers, input: Record<string, unknown> = {}) => {
  const answer = await callHost(stack.appUrl, activity.listActivity, input, headers);
  expect(answer.status).toBe(200);
  return answer.json() as unknown as { entries: Entry[]; nextCursor: string | null };
};

const book = async (headers: Headers, guest: string, guests: readonly string[] = []) => {
  const eventTypeId = await makeOpenEvent(stack.sql, team, team.members.owner.userId);
  const input = {
    eventTypeId,
    startAt: iso(nextStart()),
    invitee: { email: guest, timezone: 'Europe/Berlin' },
    guests: [...guests],
  };
  const answer = await callHost(stack.appUrl, meetings.createBooking, input, headers);
  const { booking } = answer.json() as unknown as { booking: { id: string } };
  await announced(stack, booking.id);
  return booking.id;
};

it('says who did what, through which key and seat, with before and after', async () => {
  const seat = await makeSeat(stack.sql, { workspaceId: team.workspaceId, userId: team.members.owner.userId });
  const slug = `renamed-${team.slug}`;
  const renamed = await callHost(stack.appUrl, workspace.updateWorkspace, { slug }, seat.key.headers);
  expect(renamed.json()).toMatchObject({ workspace: { id: team.workspaceId, slug, name: 'Test' } });
  const { entries } = await list(seat.key.headers, { action: 'workspace.' });
  expect(entries).toEqual([
    expect.objectContaining({
      who: { name: 'Robo', userId: team.members.owner.userId, apiKeyId: seat.key.id, agentSeatId: seat.id },
      source: 'host_api',
      action: 'workspace.updated',
      subject: { type: 'workspace', id: team.workspaceId },
      before: { slug: team.slug },
      after: { slug },
    }),
  ]);
  const other = await makeTeam(stack.sql);
  const taken = await callHost(stack.appUrl, workspace.updateWorkspace, { slug: other.slug }, seat.key.headers);
  expect([taken.status, taken.json().error.details?.reason]).toEqual([409, 'slug_taken']);
  for (const input of [{ slug: 'Not A Slug' }, { slug: 'team' }])
    expect((await callHost(stack.appUrl, workspace.updateWorkspace, input, seat.key.headers)).status).toBe(422);
  expect((await callHost(stack.appUrl, workspace.updateWorkspace, {}, seat.key.headers)).status).toBe(400);
});

it('filters by subject, actor, prefix and time, in pages that lose nothing', async () => {
  const { headers, id: keyId } = await team.key('owner');
  const bookingId = await book(headers, newGuest());
  const ofBooking = await list(headers, { subjectType: 'booking', subjectId: bookingId });
  expect(ofBooking.entries.map(({ action }) => action)).toEqual(['booking.confirmed']);
  expect((await list(headers, { actor: keyId })).entries.length).toBeGreaterThan(0);
  expect((await list(headers, { actor: team.members.billing_only.userId })).entries).toEqual([]);
  expect((await list(headers, { to: '2020-01-01T00:00:00Z' })).entries).toEqual([]);
  const all = (await list(headers, { limit: 100 })).entries.map(({ id }) => id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(headers, { limit: 1, ...(cursor ? { cursor } : {}) });
    seen.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(all);
});

it('finds entries by a text in them, or in the name of what they are about', async () => {
  const { headers } = await team.key('owner');
  const actions = async (query: string, more: Record<string, unknown> = {}) =>
    (await list(headers, { query, limit: 100, ...more })).entries.map(({ action }) => action);
  const guest = newGuest();
  await book(headers, guest);
  expect(await actions(guest.slice(0, -5).toUpperCase())).toEqual(['booking.confirmed']);
  const slug = `found_${team.slug.slice(-8)}`.replaceAll('_', '-');
  await callHost(stack.appUrl, workspace.updateWorkspace, { slug }, headers);
  expect(await actions(slug)).toEqual(['workspace.updated']);
  expect(await actions(slug, { action: 'booking.' })).toEqual([]);
  // Names of fields are no text of an entry, and signs of patterns are signs.
  expect(await actions('before')).toEqual([]);
  expect(await actions('f%d')).toEqual([]);
  expect(await actions('he said "no"')).toEqual([]);
  // A member finds no more than they see.
  const member = await team.key('member');
  expect((await list(member.headers, { query: guest })).entries).toEqual([]);
  const other = await makeTeam(stack.sql);
  expect((await list((await other.key('owner')).headers, { query: guest })).entries).toEqual([]);
});

it('looks for a text in 5,000 entries a page, and goes on with older ones', async () => {
  const busy = await makeTeam(stack.sql);
  const { headers } = await busy.key('owner');
  const slug = `old-${busy.slug.slice(-8)}`.replaceAll('_', '-');
  await callHost(stack.appUrl, workspace.updateWorkspace, { slug }, headers);
  await stack.sql`insert into activity_log (id, workspace_id, actor, source, action, created_at)
    select gen_random_uuid(), ${busy.workspaceId}, 'system', 'workflow', 'booking.confirmed', now() + interval '1 second'
    from generate_series(1, 5000)`;
  const first = await list(headers, { query: slug });
  expect([first.entries, typeof first.nextCursor]).toEqual([[], 'string']);
  const second = await list(headers, { query: slug, cursor: first.nextCursor ?? '' });
  expect(second.entries.map(({ action }) => action)).toEqual(['workspace.updated']);
  expect(second.nextCursor).toBeNull();
  // Other filters leave entries out before they are counted.
  expect((await list(headers, { query: slug, action: 'workspace.' })).entries).toHaveLength(1);
});

it('ends a page, and what a search looks into, where the facts of old entries are large', async () => {
  const old = await makeTeam(stack.sql);
  const { workspaceId } = old;
  const key = (await old.key('owner')).headers;
  await stack.sql`
    insert into activity_log (id, workspace_id, actor, source, action, data)
    select gen_random_uuid(), ${workspaceId}, 'old', 'host_api', 'event_type.updated',
      jsonb_build_object('after', jsonb_build_object('form', nth || repeat(md5(nth::text), 2000)), 'nth', 'entry ' || nth)
    from generate_series(1, 100) nth`;
  const walk = async (input: Record<string, unknown>) => {
    const pages: Entry[][] = [];
    let cursor: string | null = null;
    do {
      const page = await list(key, { ...input, limit: 100, ...(cursor && { cursor }) });
      expect(JSON.stringify(page).length).toBeLessThan(700_000);
      pages.push(page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return pages;
  };
  const all = await walk({ action: 'event_type.' });
  expect(all.length).toBeGreaterThan(5);
  expect(new Set(all.flat().map(({ id }) => id)).size).toBe(100);
  expect(all.flat()).toHaveLength(100);
  const found = await walk({ query: 'entry 7' });
  expect(found.length).toBeGreaterThan(1);
  expect(found.flat()).toHaveLength(11);
});

it('refuses a filter that can find nothing, with what was meant', async () => {
  const { headers } = await team.key('owner');
  const refused = async (input: Record<string, unknown>) => {
    const answer = await callHost(stack.appUrl, activity.listActivity, input, headers);
    const { code, message, details } = answer.json().error;
    return { code, message, details: details as { field?: string; issues?: { didYouMean?: string[] }[] } };
  };
  const british = await refused({ action: 'booking.cancelled' });
  expect(british).toMatchObject({ code: 'request.invalid', details: { issues: [{ path: 'action' }] } });
  expect(british.details.issues?.[0]?.didYouMean?.[0]).toBe('booking.canceled');
  expect((await refused({ action: 'xyz' })).message).toContain('They begin with account., ');
  expect((await refused({ subjectType: 'bookings' })).details.issues?.[0]?.didYouMean).toContain('booking');
  const { bookingId } = await makeBooking(stack.sql, team, { hostId: team.host.userId });
  const ofMeeting = await refused({ actor: bookingId });
  expect(ofMeeting).toMatchObject({
    code: 'resource.not_found',
    details: { reason: 'actor_not_found', field: 'actor' },
  });
  expect(ofMeeting.message).toContain('list_members');
  // A prefix is a name and a star, to some.
  expect((await list(headers, { action: 'booking.*' })).entries.length).toBeGreaterThan(0);
});

it('knows whoever has left and what was deleted: their history stays', async () => {
  const { headers } = await team.key('owner');
  const [gone, scheduleId] = [uuidv7(), uuidv7()];
  await stack.sql`insert into users (id, email, name) values (${gone}, ${newGuest()}, 'Gone')`;
  await stack.sql`
    insert into activity_log (id, workspace_id, actor, source, action, subject_type, subject_id, data, user_id)
    values (${uuidv7()}, ${team.workspaceId}, 'gone', 'host_api', 'schedule.deleted', 'schedule', ${scheduleId}, '{}', ${gone})`;
  const from = new Date(Date.now() + 86_400_000).toISOString();
  expect((await list(headers, { actor: gone, from })).entries).toEqual([]);
  expect((await list(headers, { subjectId: scheduleId, from })).entries).toEqual([]);
  const ofTheirs = await callHost(stack.appUrl, meetings.listMeetings, { hostUserId: gone }, headers);
  expect(ofTheirs.json()).toMatchObject({ meetings: [] });
});

it('shows members their own doings and meetings alone', async () => {
  const mine = await makeBooking(stack.sql, team, { hostId: team.members.member.userId });
  const owner = await team.key('owner');
  const cancel = { bookingId: mine.bookingId };
  expect((await callHost(stack.appUrl, meetings.cancelBooking, cancel, owner.headers)).status).toBe(200);
  const { entries } = await list((await team.key('member')).headers);
  expect(entries.map(({ subject }) => subject)).toEqual([{ type: 'booking', id: mine.bookingId }]);
  expect(entries[0]?.names).toEqual({
    [team.members.owner.userId]: 'Hedy Host',
    [mine.bookingId]: expect.stringMatching(/^.+ · .+$/),
  });
});

it('mails of a test key are stored and never sent, also if another person changes the booking later', async () => {
  const test = await team.key('owner', { mode: 'test' });
  const live = await team.key('owner');
  const [guest, realGuest] = [newGuest(), newGuest()];
  const bookingId = await book(test.headers, guest);
  const [claim] = await stack.sql`select kind from claims where booking_id = ${bookingId}`;
  expect(claim?.kind).toBe('booking');
  await callHost(stack.appUrl, meetings.cancelBooking, { bookingId }, live.headers);
  await announced(stack, bookingId);
  const listed = async (input: Record<string, unknown>) => {
    const answer = await callHost(stack.appUrl, mail.listTestMail, input, test.headers);
    return (answer.json() as unknown as { mails: { kind: string; to: string; text: string }[] }).mails;
  };
  expect((await listed({ bookingId, to: guest })).map(({ kind }) => kind)).toEqual([
    'booking_canceled',
    'booking_confirmation',
  ]);
  // Who has the link speaks for the inbox. Whoever owns the test key does not.
  const texts = (await listed({ bookingId, to: guest })).map(({ text }) => text).join();
  expect(texts).toContain('/no-mail/');
  expect(texts).not.toContain(refusalToken(stack.secrets, guest));
  const realId = await book(live.headers, realGuest);
  const sentTo = postmark.sent.map(({ message }) => message.To);
  expect(sentTo).toContain(realGuest);
  expect(sentTo).not.toContain(guest);
  expect(await listed({ bookingId: realId })).toEqual([]);
  const why = async (input: { readonly bookingId: string }) =>
    (await callHost(stack.appUrl, mail.listTestMail, input, test.headers)).json().why;
  expect(await why({ bookingId: realId })).toContain('its mails were really sent');
  expect(await why({ bookingId })).toBeUndefined();
  const hosts = postmark.sent.filter(({ message }) => message.To === team.members.owner.email);
  expect(hosts.every(({ message }) => !message.Metadata?.['mail-key']?.startsWith(bookingId))).toBe(true);
  // Members see the mails of their own meetings. A key that may only read sees none: mails contain links that change bookings.
  const member = await callHost(stack.appUrl, mail.listTestMail, {}, (await team.key('member')).headers);
  expect(member.json()).toMatchObject({ mails: [] });
  const reader = await team.key('owner', { scopes: ['workspace.read'] });
  expect((await callHost(stack.appUrl, mail.listTestMail, {}, reader.headers)).status).toBe(403);
});

it('an address that the provider does not take, or a mail that fails at first, stops no mail to the others', async () => {
  const { headers } = await team.key('owner');
  const [colleague, guest] = [newGuest(), newGuest()];
  const sentAbout = (id: string) =>
    postmark.sent
      .filter(({ message }) => message.Metadata?.['mail-key']?.startsWith(id))
      .map(({ message }) => message.To);
  const { email } = team.members.owner;
  const untaken = await book(headers, '"john doe"@evil.test', ['"x"@evil.test', colleague]);
  // Guests first: a host's mail may wait for the event in the calendar.
  expect(sentAbout(untaken)).toEqual([colleague, email]);
  const refused = await stack.sql`
    select state, reason from mail_deliveries where key like ${`${untaken}:%`} and state <> 'accepted'`;
  expect(refused.map((row) => ({ ...row }))).toEqual(Array(2).fill({ state: 'refused', reason: 'invalid_address' }));
  postmark.react(refusals.broken);
  expect(sentAbout(await book(headers, guest, [colleague]))).toEqual([colleague, email, guest]);
  // Two failures in a row: the provider is away. The third mail is not tried before the first two.
  postmark.react(refusals.broken, refusals.broken);
  expect(sentAbout(await book(headers, guest, [colleague]))).toEqual([guest, colleague, email]);
});

it('shows a member the meetings that they only attend, and those they organize', async () => {
  const { bookingId } = await makeBooking(stack.sql, team, { hostId: team.members.owner.userId });
  const { userId } = team.members.member;
  await stack.sql`
    insert into activity_log (id, workspace_id, actor, source, action, subject_type, subject_id, data)
    values (gen_random_uuid(), ${team.workspaceId}, 'ada', 'host_api', 'booking.noted', 'booking', ${bookingId}, '{}')`;
  const { headers } = await team.key('member');
  const seen = async () => (await list(headers, { subjectId: bookingId, subjectType: 'booking' })).entries.length;
  expect(await seen()).toBe(0);
  await stack.sql`insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${userId}, 1)`;
  expect(await seen()).toBe(1);
});
