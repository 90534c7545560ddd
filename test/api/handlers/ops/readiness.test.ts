import { readdir, readFile } from 'node:fs/promises';
import { Client } from '@temporalio/client';
import { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatingGauges } from '../../../../api/handlers/ops/operating-gauges.ts';
import { ReadinessChecks } from '../../../../api/handlers/ops/readiness.ts';
import { markOf } from '../../../../domain/secrets.ts';
import { freePort } from '../../../../infra/local/ports.ts';
import { missingSearchAttributes } from '../../../../infra/temporal.ts';
import { connect } from '../../../../store/database.ts';
import { beat, leave } from '../../../../store/ops/worker-heartbeats.ts';
import { askCode, confirmIssue } from '../../../support/drivers/guest.ts';
import { createHost } from '../../../support/drivers/host.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { http } from '../../../support/drivers/http.ts';
import { makeEndpoint } from '../../../support/factories/webhooks.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  stack = await startStack({ worker: false, api: { metrics: { port: metricsPort, host: '127.0.0.1' } } });
});
afterAll(() => stack.close());

const probe = async (query: string) => {
  const { status, text } = await http(`${stack.appUrl}/api/v1/health?${query}`);
  return { ...(JSON.parse(text) as { status: string; checks: object; problems: string[] }), code: status };
};
const statuses = async () => [(await probe('ready=1')).code, (await probe('ready=1&strict=1')).code];

const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

it('names a missing migration, and a missing worker; strict alone is not ready', async () => {
  await stack.sql`delete from migrations where name like '0008%'`;
  const found = await probe('ready=1');
  expect(found).toMatchObject({
    status: 'ready',
    checks: { database: 'up', temporal: 'up', schema: 'behind', searchAttributes: 'registered', worker: 'absent' },
  });
  expect(found.problems).toEqual([
    'The database lacks 0008_teams.sql. Run: npm run migrate',
    `No worker runs on the queue ${stack.taskQueue}. Run: npm run worker`,
  ]);
  expect(await statuses()).toEqual([200, 503]);

  await stack.sql`insert into migrations (name) values ('0008_teams.sql')`;
  await expect.poll(async () => (await probe('ready=1')).checks).toMatchObject({ schema: 'current' });
  expect(await statuses()).toEqual([200, 503]);

  const id = uuidv7();
  await beat(stack.sql, { id, build: 'build-1', taskQueue: stack.taskQueue });
  await expect.poll(statuses).toEqual([200, 200]);
  await stack.sql`update worker_heartbeats set seen_at = now() - interval '13 seconds'`;
  await expect.poll(statuses).toEqual([200, 503]);
  await leave(stack.sql, id);
});

it('reads the search attributes again after Temporal was away: it may have lost them', async () => {
  let missing: readonly string[] = [];
  const checks = new ReadinessChecks({
    sql: stack.sql,
    taskQueue: stack.taskQueue,
    missingSearchAttributes: async () => missing,
    payments: { mode: 'off', isProduction: false },
    secretMark: markOf(stack.secrets),
  });
  const look = async (isUp: boolean) => (await checks.look({ isUp: async () => isUp })).searchAttributes;
  expect(await look(true)).toBe('registered');
  missing = ['BookingId'];
  await look(false);
  expect(await look(true)).toBe('missing');
});

it('is not ready while a worker mails codes by another key', async () => {
  const look = async () => {
    const { code, checks, problems } = await probe('ready=1&strict=1');
    return [code, (checks as { secretKey: string }).secretKey, problems.join()];
  };
  const others = uuidv7();
  const ours = uuidv7();
  const beatWith = (id: string, secretMark: string) =>
    beat(stack.sql, { id, build: 'build-9', taskQueue: stack.taskQueue, secretMark });
  await beatWith(ours, markOf(stack.secrets));
  await expect.poll(look).toEqual([200, 'equal', '']);
  await beatWith(others, '0123456789abcdef');
  await expect.poll(look).toEqual([503, 'unequal', expect.stringContaining('another SECRET_KEY')]);
  await leave(stack.sql, others);
  await leave(stack.sql, ours);
});

it('names a namespace that Temporal does not have', async () => {
  const checks = new ReadinessChecks({
    ...{ sql: stack.sql, taskQueue: stack.taskQueue, namespace: 'misspelled' },
    missingSearchAttributes: () =>
      missingSearchAttributes(new Client({ connection: stack.client.connection, namespace: 'misspelled' })),
    payments: { mode: 'off', isProduction: false },
    secretMark: markOf(stack.secrets),
  });
  const { searchAttributes, problems } = await checks.look({ isUp: async () => true });
  expect(searchAttributes).toBe('missing');
  expect(problems).toContain('Temporal has no namespace misspelled. Create it, or correct TEMPORAL_NAMESPACE');
});

it('shows as gauges what waits, what was refused, which part of the sweep fails, and which workers run', async () => {
  const { sql, taskQueue } = stack;
  const host = await createHost(sql);
  const [start = 0] = await host.openStarts();
  expect(await confirmIssue(sql, await askCode(sql, host), start)).toMatchObject({ result: 'done' });
  await beat(sql, { id: uuidv7(), build: 'build-1', taskQueue });
  await beat(sql, { id: uuidv7(), build: 'build-2', taskQueue });
  await sql`insert into sweep_parts (name, failed_at, failures) values ('claims', now(), 3)`;
  await sql`insert into sweep_parts (name, succeeded_at) values ('links', now() - interval '90 seconds')`;
  await sql`insert into mail_deliveries (key, state, reason, updated_at) values ('x:1', 'refused', 'inactive', now()),
    ('x:2', 'refused', 'inactive', now() - interval '2 hours'), ('x:3', 'accepted', null, now())`;
  await sql`
    insert into outbox_mails (id, kind, subject_id, created_at)
    select id, 'sign_in_code', id, now() - interval '5 minutes' from (select gen_random_uuid() as id) late`;
  const text = await metrics();
  expect(text).toMatch(/holdfast_oldest_late_flow_seconds\{flow="mail"\} 30\d/);
  for (const line of [
    'holdfast_late_flows{flow="mail"} 1',
    'holdfast_late_flows{flow="agentIdentity"} 0',
    'holdfast_database_readable 1',
    'holdfast_unannounced_changes 1',
    'holdfast_refused_mails_last_hour{reason="inactive"} 1',
    'holdfast_sweep_failures{part="claims"} 3',
    'holdfast_sweep_failures{part="links"} 0',
    'holdfast_workers{build="build-2"} 1',
    'holdfast_outdated_workers 1',
    'holdfast_due_calendar_events 0',
    'holdfast_failed_calendar_events 0',
    'holdfast_oldest_erasure_seconds 0',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/holdfast_sweep_last_success_seconds\{part="links"\} 9\d/);
});

it('shows what is wrong with payments, and no age of a part that is off', async () => {
  const { sql, taskQueue } = stack;
  const host = await createHost(sql);
  await sql`
    insert into billing_customers (workspace_id, customer_id, next_look_at, trouble)
    values (${host.workspaceId}, 'cus_1', now() - interval '6 minutes', 'account_changed')`;
  await sql`
    insert into stripe_events (event_id, type, object_type, object_id, customer_id, created_at, standing, is_from_list)
    values ('evt_1', 'invoice.paid', 'invoice', 'in_1', 'cus_2', now(), 'stranger', true)`;
  await sql`insert into sweep_parts (name, succeeded_at) values ('payment_news', now() - interval '2 hours')`;
  const id = uuidv7();
  await beat(sql, { id, build: 'build-3', taskQueue, payments: 'off' });
  const off = await metrics();
  for (const line of [
    'holdfast_overdue_billing_looks 1',
    'holdfast_troubled_billing_customers{trouble="account_changed"} 1',
    'holdfast_troubled_billing_customers{trouble="refused"} 0',
    'holdfast_unpaid_workspaces{status="past_due"} 0',
    'holdfast_unknown_billing_customers_last_day 1',
    'holdfast_unheard_payment_news_last_hour 1',
  ])
    expect(off).toContain(`${line}\n`);
  const age = /holdfast_sweep_last_success_seconds\{part="payment_news"\} 7\d\d\d/;
  expect(off).not.toMatch(age);
  await leave(sql, id);
  await beat(sql, { id, build: 'build-3', taskQueue, payments: 'test' });
  expect(await metrics()).toMatch(age);
  await leave(sql, id);
});

it('shows what sources could not say, which look-ups wait, and which packs are late or were not made', async () => {
  const { sql } = stack;
  const host = await createHost(sql);
  const turn = async (domain: string, failures: object | null, minutes: number) => sql`
    insert into look_up_leases (domain, workspace_id, booking_id, leased_until, failures)
    values (${domain}, ${host.workspaceId}, ${uuidv7()}, now() - ${minutes} * interval '1 minute', ${sql.json(failures as never)})`;
  await turn('refuses.com', { site: 'refused', rdap: 'timeout' }, 1);
  await turn('refuses-too.com', { site: 'refused' }, 59);
  await turn('all-well.com', {}, 5);
  await turn('too-old.com', { site: 'refused' }, 61);
  await turn('asked-now.com', null, -1);
  const packOf = async (minutes: number, pack: object) => {
    const place = { hostId: host.userId, startMs: Date.now() + minutes * 60_000 };
    const { bookingId } = await makeBooking(sql, host, place);
    const row = { booking_id: bookingId, workspace_id: host.workspaceId, revision: 1, ...pack };
    await sql`insert into prep_packs ${sql(row)}`;
    return bookingId;
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const waiting = await packOf(20, { made_version: 0 });
  await packOf(120, { made_version: 0 });
  await packOf(240, { made_version: 1, next_look_at: ago(3) });
  await packOf(360, { made_version: 1, next_look_at: ago(1), status: 'failed' });
  await packOf(480, { made_version: 1, status: 'failed', ended_at: ago(1) });
  await sql`
    insert into enrichments (id, booking_id, workspace_id, status, updated_at)
    values (${uuidv7()}, ${waiting}, ${host.workspaceId}, 'running', ${ago(10)})`;
  const tried = async (bookingId: string, retryAt: Date) => sql`
    insert into enrichments (id, booking_id, workspace_id, status, retry_at)
    values (${uuidv7()}, ${bookingId}, ${host.workspaceId}, 'failed', ${retryAt})`;
  await tried(await packOf(600, { made_version: 1 }), ago(11));
  await tried(await packOf(720, { made_version: 1 }), ago(-60));
  await tried(await packOf(840, { made_version: 1, ended_at: ago(1) }), ago(30));
  const text = await metrics();
  for (const line of [
    'holdfast_further_look_up_tries 2',
    'holdfast_looked_up_domains_last_hour 3',
    'holdfast_failed_look_up_sources_last_hour{source="site",reason="refused"} 2',
    'holdfast_failed_look_up_sources_last_hour{source="rdap",reason="timeout"} 1',
    'holdfast_waiting_look_ups 1',
    'holdfast_unmade_prep_packs 1',
    'holdfast_late_prep_packs{what="pack"} 1',
    'holdfast_late_prep_packs{what="mail"} 1',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/holdfast_oldest_waiting_look_up_seconds 60\d/);
  expect(text).toMatch(/holdfast_oldest_due_look_up_try_seconds 66\d/);
});

it('shows which webhooks fail, which were disabled, and what waits although its webhook is well', async () => {
  const { sql } = stack;
  const { workspaceId } = await createHost(sql);
  const endpoint = async (state: object) => {
    const { id } = await makeEndpoint(sql, stack.secrets, { workspaceId });
    await sql`update webhook_endpoints set ${sql(state)} where id = ${id}`;
    return id;
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const due = async (endpointId: string, delivery: object, type = 'seat.created') => {
    const id = uuidv7();
    await sql`insert into webhook_events (id, workspace_id, type, subject_id, data) values (${id}, ${workspaceId}, ${type}, ${id}, '{}')`;
    const row = {
      id,
      event_id: id,
      event_type: type,
      subject_id: id,
      workspace_id: workspaceId,
      endpoint_id: endpointId,
      ...delivery,
    };
    await sql`insert into webhook_deliveries ${sql(row)}`;
  };
  const well = await endpoint({ failures: 2, failing_since: ago(9) });
  const failing = await endpoint({ failures: 3, failing_since: ago(60) });
  const slow = await endpoint({ last_ms: 2_000 });
  const off = await endpoint({
    disabled_at: ago(60),
    disabled_reason: 'failing',
    failures: 30,
    failing_since: ago(4_500),
  });
  await endpoint({ disabled_at: ago(1_450), disabled_reason: 'gone' });
  await endpoint({ disabled_at: ago(60), disabled_reason: 'by_hand' });
  await due(well, { next_at: ago(10) });
  await due(well, { next_at: ago(-30) });
  await due(failing, { next_at: ago(50) });
  await due(slow, { next_at: ago(40) });
  await due(off, { next_at: ago(70) });
  await due(well, { state: 'given_up', ended_at: ago(59) });
  await due(well, { state: 'given_up', ended_at: ago(61) });
  await due(well, { state: 'given_up', ended_at: ago(1) }, 'webhook.ping');
  await due(well, { state: 'delivered', ended_at: ago(1) });
  const text = await metrics();
  for (const line of [
    'holdfast_failing_webhooks 1',
    'holdfast_disabled_webhooks_last_day{reason="failing"} 1',
    'holdfast_disabled_webhooks_last_day{reason="gone"} 0',
    'holdfast_given_up_deliveries_last_hour 1',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/holdfast_oldest_due_delivery_seconds 60\d/);
});

it('names a test key in production, and a worker that pays with another key', async () => {
  const checksOf = (payments: ConstructorParameters<typeof ReadinessChecks>[0]['payments']) =>
    new ReadinessChecks({
      sql: stack.sql,
      taskQueue: 'paying',
      missingSearchAttributes: async () => [],
      secretMark: 'none',
      payments,
    });
  const look = async (...of: Parameters<typeof checksOf>) => {
    const { payments, problems } = await checksOf(...of).look({ isUp: async () => true });
    return [payments, problems.filter((problem) => /STRIPE/.test(problem)).length];
  };
  expect(await look({ mode: 'live', isProduction: true })).toEqual(['live', 0]);
  expect(await look({ mode: 'test', isProduction: false })).toEqual(['test', 0]);
  expect(await look({ mode: 'test', isProduction: true })).toEqual(['test', 1]);
  const id = uuidv7();
  await beat(stack.sql, { id, build: 'build-4', taskQueue: 'paying', payments: 'off' });
  expect(await look({ mode: 'live', isProduction: true })).toEqual(['unequal', 1]);
  await leave(stack.sql, id);
});

it('prints each metric of the API that docs/operations/ names', async () => {
  const folder = new URL('../../../../docs/operations/', import.meta.url);
  const pages = (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8'));
  const docs = (await Promise.all(pages)).join('\n');
  const named = new Set([...docs.matchAll(/`(holdfast_[a-z_]+?)(?:_count)?[`{]/g)].map(([, name = '']) => name));
  // Each worker process counts these.
  named.delete('holdfast_reminders_total');
  named.delete('holdfast_missed_mails_total');
  expect(named.size).toBeGreaterThan(8);
  const printed = [...(await metrics()).matchAll(/^# HELP (\S+)/gm)].map(([, name = '']) => name);
  expect(printed).toEqual(expect.arrayContaining([...named]));
});

it('says that the database is away, and has no number of what it does not know', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none', { name: 'away', maxConnections: 1 });
  const registry = new Registry();
  const read = operatingGauges(away, stack.taskQueue)(registry);
  for (let scrapes = 0; scrapes < 2; scrapes += 1) await read();
  const values = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(values).toEqual(['holdfast_database_readable 0']);
  await away.end({ timeout: 1 });
});
