import { afterAll, beforeAll, expect, it } from 'vitest';
import { IN_APP_MCP_PATH, MCP_PATH } from '../../api/mcp/path.ts';
import { schedules } from '../../schemas/operations/availability/schedules.ts';
import { Agent } from '../support/drivers/agent.ts';
import { newGuest } from '../support/drivers/guest.ts';
import { createHost, giveForm, intake } from '../support/drivers/host.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { makeEventType } from '../support/factories/event-types.ts';
import { makeTeam, type TestKey } from '../support/factories/keys.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import type { Call, World } from './mistake.ts';
import { MISTAKES } from './mistake-list.ts';
import { TAKEN } from './taken.ts';

let stack: Stack;
let world: World;
let owner: TestKey;
let agents: { readonly host: Agent; readonly guest: Agent };

beforeAll(async () => {
  stack = await startStack({ demo: false });
  const [team, other] = [await makeTeam(stack.sql), await createHost(stack.sql)];
  await giveForm(stack.sql, other, intake);
  owner = await team.key('owner');
  const host = new Agent(`${stack.appUrl}${IN_APP_MCP_PATH}`, owner.headers);
  // A slug that has nothing of its name.
  await stack.sql`update event_types set name = 'Deep dive' where id = ${await makeEventType(stack.sql, other, other.userId)}`;
  agents = { host, guest: new Agent(`${stack.publicUrl}${MCP_PATH}`) };
  const { eventTypeId, userId: hostUserId } = team.host;
  const takenAt = `${new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`;
  const invitee = { email: 'taken@guest.test', timezone: 'UTC' };
  const { booking } = await host.call('create_booking', { eventTypeId, startAt: takenAt, invitee });
  const invited = await host.call('invite_member', { email: newGuest() });
  const made = await host.call('create_team', { name: 'Crew', timezone: 'UTC' });
  const { schedules } = await host.call('list_schedules');
  const call = { name: 'Phone call', durationMinutes: 30, locationType: 'phone', scheduleId: schedules[0].id };
  const { eventType } = await host.call('create_event_type', call);
  world = {
    ...{ teamId: made.team.id, scheduleId: schedules[0].id, invitationId: invited.member.id },
    ...{ phoneEventTypeId: eventType.id, eventTypeId, takenAt, hostUserId, bookingId: booking.id },
    ...{ member: team.members.member, foreign: other, address: other.address },
  };
});
afterAll(() => stack.close());

/** The tool, the names and the single words and numbers of a call. */
function partsOf([tool, input]: Call): string[] {
  const parts: string[] = [tool];
  JSON.stringify(input, (key, value) => {
    if (key !== '' && !/^\d+$/.test(key)) parts.push(key);
    if (typeof value === 'string' || typeof value === 'number') parts.push(String(value));
    return value;
  });
  return parts;
}

/** A part that neither the wrong call nor the refusal has: the agent would have had to know it. */
const guessed = (next: Call, wrong: Call, refusal: object): string[] => {
  const known = `${JSON.stringify(wrong)} ${JSON.stringify(refusal)}`.toLowerCase();
  const pieces = partsOf(next).flatMap((part) =>
    known.includes(part.toLowerCase()) ? [] : (part.match(/^\d{4}-\d{2}-\d{2}|T[\d:]+|Z$|[a-z0-9]+/gi) ?? [part]),
  );
  return pieces.filter((piece) => !known.includes(piece.toLowerCase()));
};

it('there are mistakes of every kind', () => {
  expect(MISTAKES.length).toBeGreaterThanOrEqual(35);
  expect(new Set(MISTAKES.map(({ title }) => title)).size).toBe(MISTAKES.length);
});

it.each(MISTAKES)('$title: the refusal suffices for the next call', async ({ isPublic, wrong, next, finds }) => {
  const agent = isPublic ? agents.guest : agents.host;
  const call = wrong(world);
  const refusal = await agent.mistake(...call);
  const repaired = next(refusal, call);
  expect(guessed(repaired, call, refusal), JSON.stringify(refusal)).toEqual([]);
  const answer = await agent.call(...repaired);
  if (finds) expect(JSON.stringify(answer)).toContain(`"${finds(world)}"`);
});

it.each(TAKEN)('$title: taken at once', async ({ isPublic, call, has }) => {
  const answer = await (isPublic ? agents.guest : agents.host).call(...call(world));
  expect(JSON.stringify(answer)).toContain(has);
});

it('REST by key takes them, too', async () => {
  const weeklyHours = [{ days: ['Fri'], start: '8:30', end: '12 pm' }];
  const made = await callHost(stack.appUrl, schedules.createSchedule, { name: 'Short', weeklyHours }, owner.headers);
  expect(made.json()).toMatchObject({ weeklyHours: [{ days: ['friday'], start: '08:30', end: '12:00' }] });
});
