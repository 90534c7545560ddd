import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeKey } from '../../../support/factories/keys.ts';
import { announced, codeFor, eventually, iso, tokenIn } from '../../../support/factories/meeting.ts';
import { createTestTeam, takeTimeOff } from '../../../support/factories/team.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());

const plain = (count: number) => Array.from({ length: count }, () => ({}));

const call = async (url: string, body?: unknown) => {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0);
  return { status: response.status, retryAfterSeconds, body: JSON.parse(await response.text()) };
};

const BUSY_FOR_MS = 90_000;

/**
 * Calls as a client that keeps to the contract: it repeats a call that got 503 with Retry-After, which a busy machine may answer to
 * many calls. Any other 5xx is the answer, and so is a 503 that does not end.
 */
const callUntilHeard = async (url: string, body: unknown) => {
  const untilMs = Date.now() + BUSY_FOR_MS;
  for (let busy = 0; ; busy++) {
    const answer = await call(url, body);
    const isBusy = answer.status === 503 && answer.retryAfterSeconds > 0;
    if (!isBusy || Date.now() > untilMs) return { ...answer, busy };
    // A random wait: all at once, they would block each other again.
    await delay(answer.retryAfterSeconds * 1000 * (1 + Math.random()));
  }
};

const api = (workspace: string) => `${stack.publicUrl}/api/v1/public/${workspace}/team/crew/call`;

const book = async (workspace: string, startAt: string, guest = newGuest()) => {
  await call(`${api(workspace)}/otp`, { email: guest });
  const code = await codeFor(stack, guest);
  return call(`${api(workspace)}/book`, { startAt, code, invitee: { email: guest, timezone: 'Europe/Berlin' } });
};

it('40 guests at once for one slot of a round robin of five: five meetings, 35 times 409 with alternatives, no 5xx but “not now”', {
  timeout: 180_000,
}, async () => {
  const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: plain(5) });
  const { body } = await call(`${api(team.address.workspace)}/slots?limit=1`);
  expect(body.calendar).toMatchObject({ owner: { username: 'team/crew' }, hostTimezone: 'Europe/Berlin' });
  expect(body.availability.hostSchedule).toBeNull();
  const startAt: string = body.slots[0].startUtc;
  const guests = plain(40).map(() => newGuest());
  for (const email of guests) await call(`${api(team.address.workspace)}/otp`, { email });
  const codes = await Promise.all(guests.map((guest) => codeFor(stack, guest)));
  const answers = await Promise.all(
    guests.map((email, nth) =>
      callUntilHeard(`${api(team.address.workspace)}/book`, {
        startAt,
        code: codes[nth],
        invitee: { email, timezone: 'UTC' },
      }),
    ),
  );
  const busy = answers.reduce((sum, answer) => sum + answer.busy, 0);
  if (busy > 0) process.stderr.write(`The machine was busy: ${busy} calls of 40 guests heard 503 and were repeated.\n`);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(409)]).toEqual([5, 35]);
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(answer.body.error.details.alternatives).toHaveLength(3);
  }
});

it('a collective meeting is mailed to all its hosts, shows them to its guest, and moves only where all are free', async () => {
  const team = await createTestTeam(stack.sql, { assignment: 'collective', members: plain(2) });
  const { workspace } = team.address;
  const [one = 0, two = 0, three = 0] = await team.openStarts();
  await takeTimeOff(stack.sql, team.members[1]?.userId ?? '', two, two + 1_800_000);
  const guest = newGuest();
  const booked = await book(workspace, iso(one), guest);
  expect(booked.status).toBe(200);
  await announced(stack, booked.body.booking.id);
  for (const { email } of team.members) {
    const mail = await eventually(`the mail to ${email}`, async () => (await stack.mailbox(email))[0]);
    expect(mail.text).toContain('Also hosting');
  }
  const mail = await stack.waitForMail(guest, 'booking_confirmation');
  expect(mail.subject).toContain('Member 0 and Member 1');
  const { headers } = await makeKey(stack.sql, {
    workspaceId: team.workspaceId,
    userId: team.members[0]?.userId ?? '',
  });
  const read = (operation: typeof meetings.listMeetings | typeof meetings.getMeeting, input: Record<string, unknown>) =>
    callHost(stack.appUrl, operation, input, headers);
  const listed = (await read(meetings.listMeetings, {})).json() as never as { meetings: object[] };
  const detail = (await read(meetings.getMeeting, { bookingId: booked.body.booking.id })).json();
  for (const shown of [listed.meetings[0], detail])
    expect(shown).toMatchObject({ host: { name: 'Member 0' }, otherHosts: [{ name: 'Member 1' }] });
  const token = tokenIn(mail);
  const view = await call(`${stack.publicUrl}/api/v1/public/manage/booking?token=${token}`);
  const slots = await call(view.body.slotsUrl);
  const starts: string[] = slots.body.slots.map(({ startUtc }: { startUtc: string }) => startUtc);
  expect(starts).not.toContain(iso(two));
  expect(starts).toContain(iso(three));
  const refused = await call(`${stack.publicUrl}/api/v1/public/manage/reschedule`, { token, startAt: iso(two) });
  expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'not_a_slot']);
  const moved = await call(`${stack.publicUrl}/api/v1/public/manage/reschedule`, { token, startAt: iso(three) });
  expect(moved.status).toBe(200);
});

it('has pages where a host has them', async () => {
  const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: plain(1) });
  const page = async (path: string) => {
    const response = await fetch(`${stack.publicUrl}/${team.address.workspace}/team/crew${path}`, {
      headers: { accept: 'text/html' },
    });
    return { status: response.status, text: await response.text() };
  };
  const [calendar, event] = [await page(''), await page('/call')];
  expect([calendar.status, event.status]).toEqual([200, 200]);
  expect(calendar.text).toContain(`/${team.address.workspace}/team/crew/call`);
  expect(event.text).toContain('The Crew');
});

it('a guest who names another’s address where no code is asked for does not get the join link of their meeting', async () => {
  const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: plain(2) });
  const { workspace } = team.address;
  const joinUrl = 'https://meet.example/theirs';
  await stack.sql`
    update event_types set require_otp_human = false, require_otp_agent = false, location_type = 'custom_link', location_detail = ${joinUrl}
    where workspace_id = ${team.workspaceId}`;
  const [slot] = (await call(`${api(workspace)}/slots?limit=1`)).body.slots;
  const victim = newGuest();
  const bookAs = async (name: string) => {
    const request = new URLSearchParams({ email: victim, name, startAt: slot.startUtc, timezone: 'Europe/Berlin' });
    const asked = await call(`${api(workspace)}/otp?${request}`);
    return (await call(asked.body.confirmUrl)).body.booking;
  };
  const made = await bookAs('Vera Victim');
  expect(made).toMatchObject({ joinUrl });
  const found = await bookAs('Mallory');
  expect(found.id).toBe(made.id);
  expect(found).not.toHaveProperty('joinUrl');
});
