import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
  headers = (await (await makeTeam(stack.sql)).key('owner')).headers;
});
afterAll(() => stack.close());

const call = (operation: Operation, input: Readonly<Record<string, unknown>>) =>
  callHost(stack.appUrl, operation, input, headers);
const update = (eventTypeId: string, change: Readonly<Record<string, unknown>>) =>
  call(eventTypes.updateEventType, { eventTypeId, ...change });
const read = async (eventTypeId: string) => (await call(eventTypes.getEventType, { eventTypeId })).json();

const NEEDS_LINK = expect.stringContaining('Set locationDetail to an https:// address');
const NEEDS_NUMBER = expect.stringContaining('a field of type phone');
const NUMBER = { key: 'number', type: 'phone', label: 'Your number?', required: true };

it('an answer says what guests will miss, and says nothing once that is mended', async () => {
  const meet = (
    await call(eventTypes.createEventType, { name: 'Intro', durationMinutes: 30, locationType: 'google_meet' })
  ).json();
  expect(meet).toEqual({ eventType: expect.anything(), notice: NEEDS_LINK });
  const { id: eventTypeId } = meet.eventType as { id: string };
  expect(await read(eventTypeId)).toMatchObject({ notice: NEEDS_LINK });
  expect((await update(eventTypeId, { locationType: 'microsoft_teams' })).json()).toMatchObject({ notice: NEEDS_LINK });
  expect((await update(eventTypeId, { locationType: 'phone' })).json()).toMatchObject({ notice: NEEDS_NUMBER });
  expect((await update(eventTypeId, { form: { fields: [NUMBER] } })).json()).not.toHaveProperty('notice');
  expect((await update(eventTypeId, { form: null })).json()).toHaveProperty('notice');
  expect((await update(eventTypeId, { locationDetail: '+49 30 1234' })).json()).not.toHaveProperty('notice');
  const link = { locationType: 'google_meet', locationDetail: 'https://meet.example/ada' };
  expect((await update(eventTypeId, link)).json()).not.toHaveProperty('notice');
  expect((await update(eventTypeId, { locationDetail: null })).json()).toHaveProperty('notice');
  await call(eventTypes.archiveEventType, { eventTypeId });
  expect(await read(eventTypeId)).not.toHaveProperty('notice');
});
