import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOutbound } from '../../../../outbound/open-outbound.ts';
import { accountReader } from '../../../../outbound/scheduling-accounts/read-account.ts';
import { imports } from '../../../../schemas/operations/workspaces/imports.ts';
import { workspaceTools } from '../../../../schemas/operations/workspaces/tools.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../../stand-ins/internet/stand-in.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let internet: InternetStandIn;
let stack: Stack;
let team: TestTeam;
/** A test holds the next account back: `begins` is called when it is asked for, and it is read after `until`. */
let hold: { readonly begins: () => void; readonly until: Promise<void> } | undefined;
beforeAll(async () => {
  internet = await startInternetStandIn();
  const { outbound } = openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url });
  const read = accountReader(outbound);
  stack = await startStack({
    ...{ worker: false, demo: false },
    // Shorter than a silent service: the time in which it is asked is no time of the call.
    deadlineMs: 4_500,
    readAccount: async (...asked) => {
      hold?.begins();
      await hold?.until;
      return read(...asked);
    },
  });
});
afterAll(async () => {
  await stack.close();
  await internet.close();
});
beforeEach(async () => {
  team = await makeTeam(stack.sql);
});

interface Item {
  readonly name: string;
  readonly outcome: string;
  readonly why: string | null;
}

const send = async (input: Record<string, unknown>) => {
  const answer = await callHost(stack.appUrl, imports.importSettings, input, (await team.key('owner')).headers);
  const { items = [], error } = answer.json() as never as {
    items?: readonly Item[];
    error?: { message: string; details?: Record<string, unknown> };
  };
  return { ...answer, items, error };
};
const outcomes = (items: readonly Item[]) => items.map(({ name, outcome }) => [name, outcome]);
const counted = async () =>
  (
    await stack.sql`
      select (select count(*)::int from event_types where workspace_id = ${team.workspaceId}) as events,
        (select count(*)::int from schedules where workspace_id = ${team.workspaceId}) as hours`
  )[0];

it.each([
  [
    'cal.com',
    'cal_local',
    [
      ['Office hours', 'made'],
      ['First talk', 'made'],
      ['Phone call', 'made'],
      ['Sales', 'skipped'],
    ],
  ],
  [
    'calendly',
    'pat_local',
    [
      ['Working hours', 'made'],
      ['Quick meeting', 'made'],
      ['Webinar', 'skipped'],
    ],
  ],
])('%s: the same with dryRun as in earnest, and nothing twice', async (service, apiKey, expected) => {
  const before = await counted();
  const tried = await send({ service, apiKey, dryRun: true });
  expect(outcomes(tried.items).map(([name, one]) => [name, one?.replace('would_make', 'made')])).toEqual(expected);
  expect(await counted()).toEqual(before);
  expect(outcomes((await send({ service, apiKey })).items)).toEqual(expected);
  const made = await counted();
  const again = await send({ service, apiKey });
  expect(outcomes(again.items).map(([, one]) => one?.replace('exists', 'made'))).toEqual(
    expected.map(([, one]) => one),
  );
  expect(await counted()).toEqual(made);
});

it('asks with the key at the fixed address, for each list with its version', async () => {
  internet.seen.headers.clear();
  await send({ service: 'cal.com', apiKey: '  cal_local ', dryRun: true });
  const asked = (path: string) => internet.seen.headers.get(`api.cal.com${path}`);
  expect(asked('/v2/schedules')).toMatchObject({ authorization: 'Bearer cal_local', 'cal-api-version': '2024-06-11' });
  expect(asked('/v2/event-types')).toMatchObject({
    authorization: 'Bearer cal_local',
    'cal-api-version': '2024-06-14',
  });
});

it('reads all pages of Calendly', async () => {
  const { items } = await send({ service: 'calendly', apiKey: 'pat_local_pages', dryRun: true });
  expect(items).toHaveLength(131);
  expect(new Set(items.map(({ name }) => name)).size).toBe(131);
});

it.each([
  ['cal.com', 'cal_local_many'],
  ['calendly', 'pat_local_many'],
])('%s: of more than 300 event types it says that others are left out', async (service, apiKey) => {
  const { items } = await send({ service, apiKey, dryRun: true });
  expect(items).toHaveLength(302);
  expect(items.at(-1)).toMatchObject({ outcome: 'skipped', why: expect.stringContaining('first 300') });
});

it.each([
  ['a wrong key', 'cal_wrong', 422, 'import_key_refused', 'apiKey'],
  ['a service that is down', 'cal_local_down', 503, 'import_service_away', undefined],
  ['one that closes the connection', 'cal_local_cut', 503, 'import_service_away', undefined],
  ['one that takes no more calls', 'cal_local_busy', 503, 'import_service_busy', undefined],
  ['one that leads elsewhere', 'cal_local_moved', 422, 'import_unreadable', 'service'],
  ['a page instead of JSON', 'cal_local_page', 422, 'import_unreadable', 'service'],
  ['another shape', 'cal_local_shape', 422, 'import_unreadable', 'service'],
  ['an account that is too large', 'cal_local_large', 422, 'import_too_large', 'service'],
  ['an empty account', 'cal_local_empty', 422, 'import_empty', 'apiKey'],
])('refuses %s, and changes nothing', async (_, apiKey, status, reason, field) => {
  const before = await counted();
  const { error, ...answer } = await send({ service: 'cal.com', apiKey });
  expect([answer.status, error?.details?.reason, error?.details?.field]).toEqual([status, reason, field]);
  expect(answer.text).not.toContain(apiKey);
  if (status === 503) expect(error?.details?.retryAfterSeconds).toBeGreaterThan(0);
  expect(await counted()).toEqual(before);
});

it('asks with no more keys once ten of a workspace or of a person were refused, and reads exports all the same', async () => {
  const ask = async (input: Record<string, unknown>, role: 'owner' | 'manager' = 'owner') => {
    const { headers } = await team.key(role);
    const { status, json } = await callHost(stack.appUrl, imports.importSettings, input, headers);
    return [status, json().error?.details?.reason];
  };
  for (let nth = 0; nth < 10; nth += 1)
    expect(await ask({ service: 'cal.com', apiKey: `cal_wrong_${nth}` })).toEqual([422, 'import_key_refused']);
  internet.seen.pages.length = 0;
  const right = { service: 'cal.com', apiKey: 'cal_local', dryRun: true };
  expect(await ask(right)).toEqual([429, 'too_many_refused_keys']);
  expect(await ask(right, 'manager')).toEqual([429, 'too_many_refused_keys']);
  expect(internet.seen.pages).toEqual([]);
  expect(await ask({ export: '[]' })).toEqual([422, 'import_empty']);
});

it('Calendly refuses a wrong key, too, and says which scopes one needs', async () => {
  const { status, error } = await send({ service: 'calendly', apiKey: 'pat_wrong' });
  expect([status, error?.details?.field]).toEqual([422, 'apiKey']);
  expect(error?.message).toContain('availability:read');
});

it('follows no redirect: the key goes nowhere else', async () => {
  internet.seen.pages.length = 0;
  internet.seen.names.length = 0;
  await send({ service: 'calendly', apiKey: 'pat_local_moved' });
  expect(internet.seen.pages).toEqual(['api.calendly.com/users/me']);
  expect(new Set(internet.seen.names)).toEqual(new Set(['api.calendly.com']));
});

it('a service that is silent has 8 seconds at most, by a tool as well', async () => {
  const startedMs = performance.now();
  const input = { service: 'cal.com', apiKey: 'cal_local_silent' };
  const { headers } = await (await makeTeam(stack.sql)).key('owner');
  const [byCall, byTool] = await Promise.all([
    send(input),
    callHost(stack.appUrl, workspaceTools.executeTool, { name: 'import_settings', arguments: input }, headers),
  ]);
  for (const { status, text } of [byCall, byTool]) {
    expect(status).toBe(503);
    expect(text).toContain('import_service_away');
    expect(text).not.toContain('cal_local');
  }
  const tookMs = performance.now() - startedMs;
  expect(tookMs).toBeGreaterThan(4_500);
  expect(tookMs).toBeLessThan(12_000);
});

it.each([
  ['both ways', { export: '[]', service: 'cal.com', apiKey: 'cal_local' }, 'apiKey'],
  ['export with a service', { export: '[]', service: 'cal.com' }, 'service'],
  ['no way', {}, 'export'],
  ['a key without service', { apiKey: 'cal_local' }, 'service'],
  ['a service without key', { service: 'cal.com' }, 'apiKey'],
  ['another service', { service: 'doodle', apiKey: 'cal_local' }, 'service'],
  ['a key that no header can carry', { service: 'cal.com', apiKey: 'cal_local\r\nx-more: 1' }, 'apiKey'],
])('refuses %s, and names the field', async (_, input, field) => {
  internet.seen.pages.length = 0;
  const { status, error, text } = await send(input);
  expect(status).toBe(400);
  expect(error?.details?.issues).toMatchObject([{ path: field }]);
  expect(text).not.toContain('cal_local');
  expect(internet.seen.pages).toEqual([]);
});

it('one workspace reads one account at a time', async () => {
  let release = (): void => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((begins) => {
    hold = { begins, until };
  });
  const input = { service: 'cal.com', apiKey: 'cal_local', dryRun: true };
  const first = send(input);
  await begun;
  hold = undefined;
  const second = await send(input);
  release();
  expect([second.status, second.error?.details?.reason]).toEqual([429, 'too_many_at_once']);
  expect((await first).status).toBe(200);
});

it('the key is in no log, no table and no answer', async () => {
  const keys = ['cal_local_Zx81', 'pat_local_Qy92', 'cal_refused_Wv73', 'cal_local_down'];
  const answers = [
    await send({ service: 'cal.com', apiKey: keys[0] }),
    await send({ service: 'calendly', apiKey: keys[1] }),
    await send({ service: 'cal.com', apiKey: keys[2] }),
    await send({ service: 'cal.com', apiKey: keys[3] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 503]);
  const tables = await stack.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  expect(tables.length).toBeGreaterThan(20);
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await stack.sql.unsafe(`select t::text as row from ${name} as t`)) rows.push(row);
  // What was made is found, so this would find a key.
  expect(rows.some((row) => row.includes('First talk'))).toBe(true);
  expect(stack.logLines.some((line) => line.includes('importSettings'))).toBe(true);
  const all = [...rows, ...stack.logLines, ...answers.map(({ text }) => text)];
  expect(all.filter((text) => keys.some((key) => text.includes(key)))).toEqual([]);
});
