import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findLeaks, readFlows } from '../../support/asserts/leaks.ts';
import {
  decide,
  keysOf,
  openDevice,
  type Polled,
  poll,
  type Registered,
  requestPoll,
  sessionIdOf,
} from '../../support/drivers/device.ts';
import { type HttpAnswer, http } from '../../support/drivers/http.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { waitFor, withTablesLocked } from '../../support/stack/lock-tables.ts';
import { PARTS, type PartName, type Processes, startProcesses } from '../../support/stack/processes.ts';

/** Delays the commit of a new key on the server: the api has sent COMMIT and has no answer yet. */
const COMMIT_LOCK = 7_231;
const INSISTS_FOR_MS = 60_000;

let stack: Processes;
let ada: SignedIn;
const devices: Registered[] = [];
const keys: string[] = [];

beforeAll(async () => {
  stack = await startProcesses(bundlePath());
  ada = await signIn(stack);
  await stack.sql.unsafe(`
    create function wait_for_the_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${COMMIT_LOCK});
      return null;
    end $$;
    create constraint trigger api_keys_wait after insert on api_keys deferrable initially deferred
      for each row execute function wait_for_the_test()`);
});
afterAll(() => stack?.close(), 60_000);
beforeEach(async () => {
  await restart();
  await stack.waitReady();
});

async function restart(): Promise<void> {
  await stack.start('postgres', 'temporal');
  await stack.start(...PARTS);
}

async function open(): Promise<Registered> {
  const device = await openDevice(stack, { agentName: 'Survivor' });
  devices.push(device);
  return device;
}

/** Repeats a call that was cut off or answered 503. */
async function insist(ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const deadlineMs = Date.now() + INSISTS_FOR_MS;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status !== 503) return answer;
    if (Date.now() > deadlineMs) throw new Error(`No answer in a minute; the last: ${answer?.text}`);
    await delay(100);
  }
}

const approve = (device: Registered) => insist(() => decide(stack, ada, device.userCode, 'approve'));

/** Polls until the answer is not 503. Collects a delivered key. */
async function hear(device: Registered): Promise<Polled> {
  const heard = (await insist(() => requestPoll(stack, device.deviceCode))).json() as unknown as Polled;
  if (heard.apiKey) keys.push(heard.apiKey);
  return heard;
}

/** Requests a key and kills a process while its COMMIT waits on the server. The server, if alive, then finishes the commit. */
async function askAndKillInCommit<T>(part: PartName, ask: () => Promise<T>): Promise<T> {
  let asked: Promise<T> | undefined;
  await withTablesLocked(stack.sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${COMMIT_LOCK})`;
    asked = ask();
    const waiting = () => tx`
      select 1 from pg_locks where locktype = 'advisory' and objid = ${COMMIT_LOCK} and not granted`;
    await waitFor(async () => (await waiting()).length > 0, 'a commit that waits');
    await stack.kill9(part);
  });
  await restart();
  return asked as Promise<T>;
}

describe.each(PARTS.map((part) => ({ part })))('kill -9 of $part', ({ part }) => {
  it('around the decision: the decision is kept, and one key is delivered', async () => {
    const pair = [await open(), await open()];
    const deciding = pair.map(approve);
    await stack.kill9(part);
    await restart();
    expect((await Promise.all(deciding)).map(({ status }) => status)).toEqual([200, 200]);
    for (const device of pair) {
      expect(await hear(device)).toMatchObject({ status: 'approved' });
      expect(await keysOf(stack.sql, device.deviceCode)).toHaveLength(1);
    }
  }, 120_000);

  it('during a poll that waits for the decision: a repeated poll gets the key', async () => {
    const device = await open();
    const waiting = requestPoll(stack, device.deviceCode, 25).catch(() => undefined);
    await delay(500);
    await stack.kill9(part);
    await restart();
    await approve(device);
    const first = (await waiting)?.json() as unknown as Polled | undefined;
    if (first?.apiKey) keys.push(first.apiKey);
    const heard = first?.status === 'approved' ? first : await hear(device);
    expect(heard).toMatchObject({ status: 'approved' });
    expect(await keysOf(stack.sql, device.deviceCode)).toHaveLength(1);
  }, 120_000);
});

describe('kill -9 between the commit of a key and its answer', () => {
  it('of the api: nobody has the key, polls answer expired, and the host revokes it', async () => {
    const device = await open();
    await approve(device);
    const ask = () => requestPoll(stack, device.deviceCode).catch(() => 'cut off');
    expect(await askAndKillInCommit('api', ask)).toBe('cut off');
    expect(await hear(device)).toEqual({ status: 'expired' });
    expect(await hear(device)).toEqual({ status: 'expired' });
    const [key, ...more] = await keysOf(stack.sql, device.deviceCode);
    expect([key, more]).toEqual([{ id: key?.id, name: 'Survivor', lastUsedAt: null }, []]);

    const url = `${stack.appUrl}/api/v1/workspace/api-keys`;
    const listed = (await http(url, { headers: ada.headers })).json() as unknown as {
      keys: { id: string; lastUsedAt: null }[];
    };
    expect(listed.keys).toContainEqual(expect.objectContaining({ id: key?.id, lastUsedAt: null }));
    const revoked = await http(`${url}/${key?.id}`, { method: 'DELETE', headers: ada.headers });
    expect([revoked.status, revoked.json()]).toMatchObject([200, { id: key?.id, status: 'revoked' }]);
  }, 120_000);

  it('of the database: nothing was written, and the next poll gets the one key', async () => {
    const device = await open();
    await approve(device);
    expect(await askAndKillInCommit('postgres', () => hear(device))).toMatchObject({ status: 'approved' });
    expect(await keysOf(stack.sql, device.deviceCode)).toHaveLength(1);
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'expired' });
  }, 120_000);
});

describe('after all of it', () => {
  it('each session has at most one key, and every flow knows the end of its session', async () => {
    const [made] = await stack.sql<{ keys: number; sessions: number }[]>`
      select (select count(*)::int from api_keys) as keys, count(*)::int as sessions from device_sessions where status = 'consumed'`;
    expect(made).toEqual({ keys: devices.length, sessions: devices.length });
    expect(new Set(keys).size).toBe(devices.length - 1);
    await stack.sql`
      update device_sessions set created_at = created_at - interval '2 minutes', consumed_at = now() - interval '65 seconds'`;
    await stack.sweep();
    await waitFor(
      async () =>
        (await stack.sql`select 1 from device_sessions where status is distinct from flow_status`).length === 0,
      'every flow to look at its row',
    );
    for (const { deviceCode } of devices) {
      const flow = stack.client.workflow.getHandle(`device/${await sessionIdOf(stack.sql, deviceCode)}`);
      expect(await flow.result()).toBe('consumed');
    }
  }, 60_000);

  it('no history and no output of a process contains a code or a key', async () => {
    const flows = await readFlows(stack.client, "WorkflowType = 'deviceAuthorization'");
    expect(flows.length).toBeGreaterThanOrEqual(devices.length);
    const secrets = devices.flatMap(({ deviceCode, userCode }) => [deviceCode, userCode, userCode.replace('-', '')]);
    const output = { where: 'the output', text: stack.output.join('\n') };
    expect(output.text).toContain('access.pollDevice');
    expect(findLeaks([...secrets, ...keys, ada.token, ada.csrfToken], [...flows, output])).toEqual([]);
  }, 60_000);
});
