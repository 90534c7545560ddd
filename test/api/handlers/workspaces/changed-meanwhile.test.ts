import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { teams } from '../../../../schemas/operations/teams.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let place: TestTeam;
let [ada, bob]: Readonly<Record<string, string>>[] = [];
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  place = await makeTeam(stack.sql);
  [ada, bob] = [(await place.key('owner')).headers, (await place.key('admin')).headers];
});

type Input = Readonly<Record<string, unknown>>;

interface Kind {
  readonly update: Operation;
  readonly read: Operation;
  /** What names it. */
  readonly find: () => Promise<Input>;
  readonly versionIn: (answer: never) => number;
  readonly one: Input;
  readonly other: Input;
}

const call = async (operation: Operation, input: Input, headers = ada) => {
  const answer = await callHost(stack.appUrl, operation, input, headers);
  return { status: answer.status, body: answer.json() as never, details: answer.json().error?.details };
};

const KINDS: Readonly<Record<string, Kind>> = {
  'an event type': {
    ...{ update: eventTypes.updateEventType, read: eventTypes.getEventType },
    find: async () => ({ eventTypeId: place.host.eventTypeId }),
    versionIn: ({ eventType: { version } }: { eventType: { version: number } }) => version,
    ...{ one: { name: 'Long call' }, other: { form: { fields: [{ key: 'a', type: 'url', label: 'A' }] } } },
  },
  'the hours': {
    ...{ update: schedules.updateSchedule, read: schedules.getSchedule },
    find: async () => {
      const { body } = await call(schedules.listSchedules, { userId: place.host.userId });
      return { scheduleId: (body as { schedules: { id: string }[] }).schedules[0]?.id };
    },
    versionIn: (answer: { version: number; schedule?: { version: number } }) =>
      answer.schedule?.version ?? answer.version,
    ...{ one: { name: 'Summer' }, other: { weeklyHours: [{ days: ['monday'], start: '09:00', end: '10:00' }] } },
  },
  'the workspace': {
    ...{ update: workspace.updateWorkspace, read: workspace.getWorkspace },
    find: async () => ({}),
    versionIn: ({ workspace: { version } }: { workspace: { version: number } }) => version,
    ...{ one: { name: 'Acme' }, other: { accentColor: '#336699' } },
  },
};

it.each(Object.entries(KINDS))('%s that another person changed meanwhile stays as it is', async (_, kind) => {
  const named = await kind.find();
  const seen = kind.versionIn((await call(kind.read, named)).body);
  const theirs = await call(kind.update, { ...named, ...kind.one, expectedVersion: seen }, bob);
  expect(theirs.status).toBe(200);
  const now = kind.versionIn(theirs.body);
  expect(now).toBeGreaterThan(seen);
  const before = (await call(kind.read, named)).body as object;

  const { status, details } = await call(kind.update, { ...named, ...kind.other, expectedVersion: seen });
  expect([status, details]).toEqual([
    409,
    {
      ...{ reason: 'changed_meanwhile', field: 'expectedVersion', version: now },
      ...{ changedBy: 'Key of the admin', changedAt: expect.stringMatching(/Z$/) },
    },
  ]);
  expect((await call(kind.read, named)).body).toEqual({
    ...before,
    ...('now' in before && { now: expect.any(String) }),
  });
  expect((await call(kind.update, { ...named, ...kind.other, expectedVersion: now })).status).toBe(200);
  // Nobody has to send it.
  expect((await call(kind.update, { ...named, ...kind.one })).status).toBe(200);
});

it.each(Object.entries(KINDS))('of changes of %s at once, all with one version, one wins', async (_, kind) => {
  const named = await kind.find();
  const expectedVersion = kind.versionIn((await call(kind.read, named)).body);
  const tries = Array.from({ length: 6 }, (__, nth) =>
    call(kind.update, { ...named, name: `Name ${nth}`, expectedVersion }, nth % 2 ? ada : bob),
  );
  const answers = (await Promise.all(tries)).map(({ status }) => status);
  expect(answers.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
});

it('a team: a member who joined meanwhile counts as a change', async () => {
  const { body } = await call(teams.createTeam, { name: 'Sales', timezone: 'Europe/Berlin' });
  const { team } = body as { team: { id: string; version: number } };
  await call(teams.addTeamMember, { id: team.id, userId: place.host.userId }, bob);
  const { status, details } = await call(teams.updateTeam, {
    ...{ id: team.id, name: 'Sales Europe', expectedVersion: team.version },
  });
  expect([status, details]).toMatchObject([409, { reason: 'changed_meanwhile', changedBy: 'Key of the admin' }]);
  const update = { id: team.id, name: 'Sales Europe', expectedVersion: details?.version };
  expect((await call(teams.updateTeam, update)).body).toMatchObject({ team: { name: 'Sales Europe' } });
});

it('a person is called by their name, not by that of their links', async () => {
  const { userId, email } = place.members.admin;
  await stack.sql`update users set name = 'Grace Hopper' where id = ${userId}`;
  const { headers } = await signIn(stack, { email, workspace: place.slug });
  const { workspace: seen } = (await call(workspace.getWorkspace, {})).body as { workspace: { version: number } };
  expect((await call(workspace.updateWorkspace, { name: 'Acme' }, headers)).status).toBe(200);
  const { details } = await call(workspace.updateWorkspace, { name: 'Beta', expectedVersion: seen.version });
  expect(details).toMatchObject({ reason: 'changed_meanwhile', changedBy: 'Grace Hopper' });
});
