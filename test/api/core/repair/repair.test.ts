import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpointsOf } from '../../../../api/core/endpoints.ts';
import { parseInput } from '../../../../api/core/input.ts';
import { repairInput, requireReadable } from '../../../../api/core/repair/repair.ts';
import { contract } from '../../../../schemas/contract.ts';
import { AppError } from '../../../../schemas/errors.ts';
import type { Operation } from '../../../../schemas/operation.ts';

const closed = z.strictObject({ prospectEmail: z.email(), scopes: z.array(z.string()).optional() });

const taken = (schema: z.ZodObject, given: unknown) => {
  const { input, issues } = repairInput(schema, given);
  return parseInput(schema, input, issues);
};

const refusalOf = (schema: z.ZodObject, input: unknown): AppError => {
  try {
    taken(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('accepted');
};

it('names the unknown field and the nearest name, beside what is missing', () => {
  const refusal = refusalOf(closed, { prospectMail: 'ada@example.com' });
  expect(refusal.details?.issues).toEqual([
    { path: 'prospectEmail', message: expect.stringContaining('is required') },
    {
      path: 'prospectMail',
      message: 'is unknown, did you mean prospectEmail?',
      didYouMean: ['prospectEmail'],
    },
  ]);
  expect(refusal.message).not.toContain('ada@example.com');
});

it('leads to the object within that has the name, and says what it holds', () => {
  const option = z.strictObject({ value: z.string(), label: z.string() });
  const config = z.strictObject({ options: z.array(option).optional(), max: z.int().optional() });
  const question = z.strictObject({ label: z.string(), config: config.optional() });
  expect(refusalOf(question, { label: 'Size', options: ['1-10'], max: 3 }).details?.issues).toEqual([
    {
      path: 'options',
      message: 'is unknown here, did you mean config.options, a list of objects with value, label?',
      didYouMean: ['config.options'],
    },
    { path: 'max', message: 'is unknown here, did you mean config.max?', didYouMean: ['config.max'] },
  ]);
  const two = z.strictObject({ before: config.optional(), after: config.optional() });
  expect(refusalOf(two, { max: 3 }).details?.issues).toEqual([
    { path: 'max', message: 'is unknown, known are before, after' },
  ]);
});

it('names all fields for what is like none', () => {
  expect(refusalOf(closed, { prospectEmail: 'a@b.test', xyzzy: 1 }).details?.issues).toEqual([
    { path: 'xyzzy', message: 'is unknown, known are prospectEmail, scopes' },
  ]);
});

it('counts the rest of very many, and cuts long names', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}`.padStart(300, 'x'), n]));
  const issues = refusalOf(closed, { prospectEmail: 'a@b.test', ...many }).details?.issues as { path: string }[];
  expect(issues.at(-1)).toEqual({ path: '', message: 'has 490 more unknown fields' });
  expect(Math.max(...issues.map(({ path }) => path.length))).toBe(128);
});

it('ignores them where the input is open', () => {
  const open = z.object({ a: z.object({ b: z.int() }) });
  expect(parseInput(open, { a: { b: 1, c: 2 }, d: 3 })).toEqual({ a: { b: 1 } });
});

const nested = z.object({
  hosts: z.array(z.object({ userId: z.uuid(), weight: z.int().optional() })).optional(),
  texts: z.record(z.string(), z.object({ reason: z.string() })).optional(),
  answers: z.record(z.string(), z.unknown()).optional(),
  browser: z.looseObject({ id: z.string() }).optional(),
});

it.each([
  [{ hosts: [{}, { wait: 1 }] }, 'hosts.1.wait'],
  [{ texts: { sales: { why: 'x' } } }, 'texts.sales.why'],
  [{ hosts: [], host: {} }, 'host'],
  [JSON.parse('{ "__proto__": { "hosts": [] } }'), '__proto__'],
])('refuses them at every level: %j', (given, path) => {
  const issues = refusalOf(nested, given).details?.issues as { path: string; message: string }[];
  expect(issues.find((issue) => issue.path === path)?.message).toMatch(/^is unknown/);
});

it('leaves alone what others write: answers by question, what a browser adds', () => {
  const given = { answers: { company: 'Acme', deep: { any: 1 } }, browser: { id: 'x', new: true } };
  expect(taken(nested, given)).toEqual(given);
});

it('finds every name of every input of the contract', () => {
  const inputs = Object.entries<Readonly<Record<string, Operation>>>(contract).flatMap(([area, operations]) =>
    Object.entries(operations).map(([name, operation]) => [`${area}.${name}`, operation] as const),
  );
  expect(inputs.length).toBeGreaterThan(100);
  for (const input of inputs) expect(() => requireReadable(...input)).not.toThrow();
});

const words = z.object({ reason: z.string() });
it.each<[string, z.ZodType]>([
  ['union of objects', z.union([words, z.object({ why: z.string() })])],
  ['union of objects', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })])],
  ['union of objects', z.array(z.union([z.string(), z.array(words)])).optional()],
  ['union of objects', z.union([z.string(), z.record(z.string(), words)])],
  ['"intersection"', z.intersection(words, words)],
  ['"tuple"', z.tuple([words])],
  ['"lazy"', z.lazy(() => words)],
  ['"transform"', z.preprocess((value) => value, words)],
  ['"map"', z.union([z.string(), z.map(z.string(), words)])],
])('an input with a %s, in which a name could hide, ends the start: %#', (problem, field) => {
  const input = z.object({ a: z.object({ field: field.nullable() }) });
  expect(() => requireReadable('ops.sample', { input })).toThrow(new RegExp(`^ops\\.sample: .*${problem}`));
  const operation = { ...contract.ops.health, input };
  expect(() =>
    endpointsOf({ ops: { sample: operation } } as never, { ops: { sample: async () => ({}) } } as never),
  ).toThrow(problem);
});

it('one of several plain values is taken as it is', () => {
  const either = z.object({ value: z.union([z.string(), z.number(), z.array(z.boolean())]) });
  for (const value of ['8', 8, [true], '["true"]', '{"a":1}']) expect(taken(either, { value })).toEqual({ value });
});

const meeting = z.object({
  ...{ startAt: z.string().optional(), timezone: z.string().optional(), bookingId: z.string().optional() },
  ...{ limit: z.int().optional(), notify: z.boolean().optional(), bufferAfterMinutes: z.int().optional() },
  ...{ guests: z.array(z.string()).optional(), location: z.object({ type: z.string() }).optional() },
});

it.each([
  [{ timeZone: 'Europe/Berlin' }, { timezone: 'Europe/Berlin' }],
  [{ tz: 'Europe/Berlin' }, { timezone: 'Europe/Berlin' }],
  [{ start: 'x' }, { startAt: 'x' }],
  [{ start_at: 'x' }, { startAt: 'x' }],
  [{ startUtc: 'x' }, { startAt: 'x' }],
  [{ booking: 'x' }, { bookingId: 'x' }],
  [{ id: 'x' }, { bookingId: 'x' }],
  [{ limit: '8' }, { limit: 8 }],
  [{ notify: 'true' }, { notify: true }],
  [{ guests: '["a@b.test"]' }, { guests: ['a@b.test'] }],
  [{ location: '{"type":"phone"}' }, { location: { type: 'phone' } }],
])('takes what can mean one thing only: %j', (given, meant) => expect(taken(meeting, given)).toEqual(meant));

it.each([
  [{ bufferAfter: 10 }, 'bufferAfter', ['bufferAfterMinutes']],
  [{ startAt: 'x', start: 'y' }, 'start', ['startAt']],
  [{ tz: 'x', timeZone: 'y' }, 'timeZone', ['timezone']],
])('does not guess: %j', (given, path, didYouMean) => {
  expect(refusalOf(meeting, given).details?.issues).toMatchObject([{ path, didYouMean }]);
});

it('guesses no id where there are two', () => {
  const two = z.object({ teamId: z.string().optional(), userId: z.string().optional() });
  expect(refusalOf(two, { id: 'x' }).details?.issues).toMatchObject([{ path: 'id' }]);
});

it('takes 20,000 unknown names in no time: a body can hold as many', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`n${n}`, n]));
  const beganMs = performance.now();
  refusalOf(meeting, many);
  expect(performance.now() - beganMs).toBeLessThan(1_000);
});

it('names the rules of fifty wrong fields, and counts the others', () => {
  const listed = z.object({ scopes: z.array(z.enum(['workspace.read', 'workspace.act', 'billing.manage'])) });
  const beganMs = performance.now();
  const issues = refusalOf(listed, { scopes: Array(20_000).fill('rd'), other: 1 }).details?.issues as object[];
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  expect(issues).toHaveLength(52);
  expect(issues.slice(-2)).toEqual([
    { path: '', message: 'has 19950 more wrong fields' },
    { path: 'other', message: 'is unknown, known are scopes' },
  ]);
  const withNul = refusalOf(z.object({ a: z.array(z.string()) }), { a: Array(9_000).fill('\u0000') });
  expect(withNul.details?.issues).toHaveLength(51);
});

const issuesOf = (operation: Operation, input: object) =>
  refusalOf(operation.input, input).details?.issues as { path: string; message: string; didYouMean?: string[] }[];
const { createBooking, listMeetings, rescheduleBooking } = contract.meetings;
const { updateEventType } = contract.eventTypes;
const { addTimeOff } = contract.availability;
const { book } = contract.booking;

it.each<[Operation, object, string, string]>([
  [updateEventType, { questions: [{ key: 'a' }] }, 'questions', 'form.fields'],
  [listMeetings, { after: '2026-12-01T00:00:00Z' }, 'after', 'from'],
  [listMeetings, { before: '2026-12-01T00:00:00Z' }, 'before', 'to'],
  [createBooking, { guestEmail: 'ada@guest.test' }, 'guestEmail', 'invitee.email'],
  [createBooking, { guest: { email: 'ada@guest.test' } }, 'guest', 'invitee'],
  [addTimeOff, { from: '2026-12-24T09:00Z', to: '2026-12-24T12:00Z' }, 'to', 'endAt'],
])('leads to the field that takes the value: %#', (operation, input, path, field) => {
  expect(issuesOf(operation, input)).toContainEqual(expect.objectContaining({ path, didYouMean: [field] }));
});

it('offers no near name that cannot hold the value, and keeps one that can, as text too', () => {
  const input = z.object({ description: z.string(), guests: z.array(z.string()), limit: z.int(), zone: z.enum(['a']) });
  const nearOf = (given: object) => {
    const { issues } = repairInput(input, given);
    return issues.map(({ didYouMean }) => didYouMean?.[0]);
  };
  expect(nearOf({ descriptions: ['x'], guestsList: 'x', limits: 'ten', zones: 'b' })).toEqual(Array(4).fill(undefined));
  expect(nearOf({ descriptions: 'x', guestsList: '["x"]', limits: '8', zones: 'a' })).toEqual([
    ...['description', 'guests', 'limit', 'zone'],
  ]);
});

it('leads words for a time to the tool that reads them', () => {
  const bookingId = '018f3c5e-7d6a-7c3e-9b1a-3c5e7d6a7c3e';
  expect(issuesOf(createBooking, { start: 'tomorrow at 3pm' })).toContainEqual({
    path: 'startAt',
    message: expect.stringContaining('propose_slots as `when`, with eventTypeId or bookingId'),
  });
  expect(issuesOf(rescheduleBooking, { bookingId, when: 'next Tuesday at 2' })).toContainEqual({
    path: 'when',
    message: expect.stringContaining('propose_slots takes it, with bookingId'),
  });
  expect(issuesOf(rescheduleBooking, { bookingId, startAt: '2026-12-01' })[0]?.message).not.toContain('words go to');
  expect(issuesOf(book, { when: 'noon' })).toContainEqual({
    path: 'when',
    message: expect.stringContaining('get_availability takes it'),
  });
});

const id = '018f3c5e-7d6a-7c3e-9b1a-3c5e7d6a7c3e';
const { addDateOverride, createSchedule, explainSlot } = contract.availability;
const { getInsights, proposeSlots } = contract.meetings;
const { listSlots } = contract.bookable;
const address = { workspace: 'acme', username: 'ada', eventSlug: 'intro' };

it.each<[Operation, object, object]>([
  [addTimeOff, { from: '2026-12-24', to: '2026-12-31' }, { fromDate: '2026-12-24', toDate: '2026-12-31' }],
  [addTimeOff, { start: '2026-12-24', end: '2026-12-31' }, { fromDate: '2026-12-24', toDate: '2026-12-31' }],
  [addTimeOff, { date: '2026-12-24' }, { fromDate: '2026-12-24' }],
  [addTimeOff, { start: '2026-12-24T09:00Z', end: '2026-12-24T10:00Z' }, { endAt: '2026-12-24T10:00Z' }],
  [getInsights, { since: '2026-11-01', until: '2026-11-30' }, { fromDate: '2026-11-01', toDate: '2026-11-30' }],
  [addDateOverride, { scheduleId: id, start: '2026-12-24', end: '2026-12-26', windows: [] }, { toDate: '2026-12-26' }],
  [explainSlot, { eventTypeId: id, time: '2026-12-01T10:00Z' }, { startAt: '2026-12-01T10:00Z' }],
  [rescheduleBooking, { bookingId: id, when: '2026-12-01T10:00Z' }, { startAt: '2026-12-01T10:00Z' }],
  [proposeSlots, { eventTypeId: id, date: '2026-12-24' }, { when: '2026-12-24' }],
  [listSlots, { ...address, startDate: '2026-12-24', end_date: '2026-12-26' }, { toDate: '2026-12-26' }],
])('takes dates under the names of other tools, where they mean one thing only: %#', (operation, given, meant) => {
  expect(taken(operation.input, given)).toMatchObject(meant);
});

it.each<[Operation, object, string, string]>([
  [
    listMeetings,
    { fromDate: '2026-12-31' },
    'fromDate',
    'send from, which takes a time: 2026-12-31T00:00 with timeZone',
  ],
  [listMeetings, { toDate: '2026-12-31' }, 'toDate', '2027-01-01T00:00:00Z'],
  [listMeetings, { when: '2026-12-31' }, 'when', 'from 2026-12-31T00:00 with timeZone'],
  [listMeetings, { when: 'tomorrow' }, 'when', 'Leave it out, or send from and to'],
  [listMeetings, { status: 'confirmed' }, 'status', 'filter, one of: upcoming, past'],
  [contract.activity.listActivity, { since: '2026-11-01' }, 'since', 'takes a time: 2026-11-01T00:00:00Z'],
  [getInsights, { from: '2026-11-01T09:00Z' }, 'from', 'send fromDate, which takes a date: 2026-11-01'],
  [addTimeOff, { when: 'tomorrow' }, 'when', 'send fromDate and toDate'],
  [explainSlot, { eventTypeId: id, date: '2026-12-01' }, 'date', '2026-12-01T… with timeZone'],
  [explainSlot, { eventTypeId: id, time: '9:00' }, 'time', '…T09:00 with timeZone'],
  [addDateOverride, { date: '2026-12-24', startTime: '9:00' }, 'startTime', 'windows: [{"start":…,"end":…}]'],
  [createSchedule, { name: 'x', days: ['mon'] }, 'days', 'weeklyHours: [{"days":…,"start":…,"end":…}]'],
  [contract.booking.requestCode, { url: 'https://x.test/a/b/c' }, 'url', 'call get_availability with it as url'],
])('says what to send instead of a date, a time or a link: %#', (operation, input, path, words) => {
  expect(issuesOf(operation, input)).toContainEqual(
    expect.objectContaining({ path, message: expect.stringContaining(words) }),
  );
});

it('takes days and times as people write them, and codes as they read them out', () => {
  const weekOf = (days: string[], start: string, end: string) =>
    (taken(createSchedule.input, { name: 'x', weeklyHours: [{ days, start, end }] }) as { weeklyHours: object[] })
      .weeklyHours;
  const days = ['Mon', 'tu', 'WED.', 'Thursdays', 'fr', 'Saturday', 'sun'];
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  expect(weekOf(days, '9:00', '5:30 PM')).toEqual([{ days: week, start: '09:00', end: '17:30' }]);
  expect(weekOf(['monday'], '12pm', '24:00:00')).toEqual([{ days: ['monday'], start: '12:00', end: '24:00' }]);
  for (const [day, start] of [
    ['m', '09:00'],
    ['t', '09:00'],
    ['weekday', '09:00'],
    ['monday', '9'],
    ['monday', '13 pm'],
    ['monday', '12am'],
  ])
    expect(() => weekOf([day ?? ''], start ?? '', '17:00'), `${day} ${start}`).toThrow('weeklyHours.0');
  const codeOf = (code: string) =>
    taken(contract.booking.book.input, {
      ...address,
      startAt: '2026-12-01T10:00Z',
      code,
      invitee: { email: 'a@b.test', timezone: 'UTC' },
    });
  for (const code of ['325 806', '325-806', ' 325806 ']) expect(codeOf(code)).toMatchObject({ code: '325806' });
  for (const code of ['325 80', '325 8067', '32x806']) expect(() => codeOf(code)).toThrow('six digits');
});

it('says what is wrong between fields beside a field of a wrong kind', () => {
  expect(issuesOf(explainSlot, { eventTypeId: 5, timeZone: 'BST' }).map(({ path }) => path)).toEqual([
    ...['eventTypeId', 'timeZone', 'startAt'],
  ]);
});

it('says of an entry what is said of its list', () => {
  const issues = issuesOf(contract.teams.createTeam, { name: 'A', timezone: 'UTC', members: ['linus'] });
  expect(issues).toEqual([{ path: 'members.0', message: expect.stringContaining('list_members') }]);
});

it('takes no number for a code: its leading zeros are lost', () => {
  for (const code of [12345, 123456, 0])
    expect(issuesOf(book, { code })).toContainEqual({
      path: 'code',
      message: expect.stringMatching(/^must be text: six digits/),
    });
});

it('takes the longer name of an id, as other tools have it, and no other thing’s', () => {
  const userId = '01949d3e-0000-7000-8000-000000000001';
  const id = '01949d3e-0000-7000-8000-000000000002';
  const given = (input: object) => repairInput(contract.teams.addTeamMember.input, input);
  expect(given({ teamId: id, userId })).toEqual({ input: { id, userId }, issues: [] });
  expect(given({ eventTypeId: id, userId }).issues).toHaveLength(1);
  expect(given({ id, teamId: id, userId }).issues).toHaveLength(1);
});
