import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { meetings } from '../../../schemas/operations/meetings.ts';
import { members } from '../../../schemas/operations/members.ts';
import { newGuest } from '../../support/drivers/guest.ts';
import { nextStart } from '../../support/drivers/host-bookings.ts';
import { hostCallOver } from '../../support/drivers/host-surfaces.ts';
import { callerOver, outputOf } from '../../support/drivers/surfaces.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../support/factories/keys.ts';
import { bookMeeting, codeFor, iso } from '../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

/**
 * Ordinary days of a workspace on trial, under the caps that stop abuse: none of them may refuse or delay anything here. Only the limits
 * per minute are out of the way: a day takes seconds here.
 */
let stack: Stack;
let team: TestTeam;
let key: TestKey;

const OFFICE = '198.51.100.20';
const TWENTY = Array.from({ length: 20 }, (_, n) => n);

beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
  await stack.sql`
    update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '10 days' where id = ${team.workspaceId}`;
});

const guests = callerOver('REST', () => stack);
const host = hostCallOver('REST', () => stack);

/** A guest in the office asks for a code and books. */
async function bookFromOffice(of: TestTeam, more: Readonly<Record<string, unknown>> = {}) {
  const email = newGuest();
  const inbox = typeof more.agentEmail === 'string' ? { agentEmail: more.agentEmail } : {};
  const asked = outputOf(await guests.call('requestCode', { ...of.host.address, email, ...inbox }, OFFICE));
  const request = { ...of.host.address, startAt: iso(nextStart()), invitee: { email, timezone: 'UTC' }, ...more };
  return outputOf(await guests.call('book', { ...request, code: await codeFor(stack, asked.codeSentTo) }, OFFICE));
}

describe('ordinary use meets no limit', () => {
  it('the first booking of a fresh trial host, with colleagues, moved twice and canceled', async () => {
    const { token } = await bookMeeting(stack, guests, team.host, nextStart(), { guests: [newGuest(), newGuest()] });
    for (const startMs of [nextStart(), nextStart()]) {
      outputOf(await guests.call('rescheduleAsGuest', { token, startAt: iso(startMs) }));
    }
    outputOf(await guests.call('cancelAsGuest', { token }));
  });

  it('an agent books three meetings a day for its person, as a guest of three hosts', async () => {
    const others = await Promise.all([makeTeam(stack.sql), makeTeam(stack.sql)]);
    const agentEmail = newGuest();
    for (const one of [team, ...others]) await bookFromOffice(one, { agentEmail, guests: [newGuest()] });
  });

  it('an agent books three meetings a day for its person, as a host, and moves one', async () => {
    const booked = [];
    for (const eachGuest of [newGuest(), newGuest(), newGuest()]) {
      const invitee = { email: eachGuest, timezone: 'Europe/Berlin' };
      const input = { eventTypeId: team.host.eventTypeId, startAt: iso(nextStart()), invitee, guests: [newGuest()] };
      booked.push(await host(meetings.createBooking, input, key.headers));
    }
    expect(booked.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    const move = { bookingId: booked[0]?.output.booking.id, startAt: iso(nextStart()) };
    expect((await host(meetings.rescheduleBooking, move, key.headers)).error).toBeUndefined();
  });

  it('a team of twenty behind one office address: each books once, every second with a colleague', async () => {
    for (const n of TWENTY) await bookFromOffice(team, n % 2 === 0 ? { guests: [newGuest()] } : {});
  });

  it('a team of twenty joins: nineteen invitations in one day', async () => {
    // A trial has room for ten: a team of twenty has paid.
    await stack.sql`
      update workspaces set subscription_status = 'active', seats = 30, trial_ends_at = null where id = ${team.workspaceId}`;
    for (const _ of TWENTY.slice(1)) {
      const { error } = await host(members.inviteMember, { email: newGuest(), role: 'member' }, key.headers);
      expect(error).toBeUndefined();
    }
  });
});
