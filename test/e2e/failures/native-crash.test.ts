import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findLeaks, readFlows } from '../../support/asserts/leaks.ts';
import type { HttpAnswer } from '../../support/drivers/http.ts';
import { codeOf, decideClaim, pollClaim, start, storeClaim, verify } from '../../support/drivers/native.ts';
import { signIn } from '../../support/drivers/session.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { waitFor, withTablesLocked } from '../../support/stack/lock-tables.ts';
import { PARTS, type PartName, type Processes, startProcesses } from '../../support/stack/processes.ts';

/** Delays the commit of a new key on the server: the api has sent COMMIT and has no answer yet. */
const COMMIT_LOCK = 7_232;
const INSISTS_FOR_MS = 60_000;

let stack: Processes;
const secrets: string[] = [];

beforeAll(async () => {
  stack = await startProcesses(bundlePath());
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

/** Repeats a call that was answered 503: its commit waited a second for the test's lock, and on a busy machine the kill may come later. */
async function untilCutOff(ask: () => Promise<HttpAnswer>): Promise<HttpAnswer | 'cut off'> {
  for (;;) {
    const answer = await ask().catch(() => 'cut off' as const);
    if (answer === 'cut off' || answer.status !== 503) return answer;
  }
}

/** Makes a call that mints a key, and kills a process while its COMMIT waits on the server. */
async function killInCommit<T>(part: PartName, ask: () => Promise<T>): Promise<T> {
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

const keysOf = (email: string) => stack.sql`
  select k.id from api_keys k join users u on u.id = k.created_by_user_id where u.email = ${email} and k.origin = 'native'`;
const reasonOf = (answer: HttpAnswer) => answer.json().error?.details?.reason;

it('kill -9 of the api between the commit of a key and its answer: one key and one account, and the code is used', async () => {
  const email = 'survivor@native.test';
  const { challengeId } = await start(stack, { email });
  const body = { challengeId, code: await codeOf(stack, challengeId) };
  expect(await killInCommit('api', () => untilCutOff(() => verify(stack, body)))).toBe('cut off');
  expect(reasonOf(await insist(() => verify(stack, body)))).toBe('code_used');
  expect(await keysOf(email)).toHaveLength(1);
  // The trial of the account that nobody heard of: the sweep finds it.
  const owned = await stack.sql`
    select w.subscription_status as status from workspaces w join memberships m on m.workspace_id = w.id
      join users u on u.id = m.user_id where u.email = ${email}`;
  expect(owned).toEqual([{ status: 'trialing' }]);
  secrets.push(email);
}, 120_000);

it('kill -9 of the database at that moment: nothing was written, and the repeated call gets the one key', async () => {
  const email = 'again@native.test';
  const { challengeId } = await start(stack, { email });
  const body = { challengeId, code: await codeOf(stack, challengeId) };
  const answer = await killInCommit('postgres', () => insist(() => verify(stack, body)));
  expect([answer.status, answer.json().isNewAccount]).toEqual([200, true]);
  expect(await keysOf(email)).toHaveLength(1);
  secrets.push(email, String(answer.json().apiKey));
}, 120_000);

it('the same for the poll of a claim: one seat, and its token is used', async () => {
  const ada = await signIn(stack);
  const id = await storeClaim(stack, ada.email);
  // Its poll token is its id (storeClaim).
  await insist(() => decideClaim(stack, ada, id));
  expect(await killInCommit('api', () => untilCutOff(() => pollClaim(stack, id)))).toBe('cut off');
  expect(reasonOf(await insist(() => pollClaim(stack, id)))).toBe('claim_unknown');
  const seats = await stack.sql`
    select s.id from agent_seats s join native_claims c on c.api_key_id = s.api_key_id where c.id = ${id}`;
  expect(seats).toHaveLength(1);
  await stack.sql`update native_claims set created_at = created_at - interval '2 minutes', decided_at = now() - interval '65 seconds'`;
  await stack.sweep();
  await waitFor(
    async () => (await stack.sql`select 1 from native_claims where status is distinct from flow_status`).length === 0,
    'the flow to look at its row',
  );
  expect(await stack.client.workflow.getHandle(`claim/${id}`).result()).toBe('claimed');
}, 120_000);

it('no history and no output of a process contains an address or a key', async () => {
  const read = () => readFlows(stack.client, "WorkflowType in ('mail', 'nativeClaim')");
  // A flow whose api was killed is started by the sweep, within a minute.
  await expect.poll(async () => (await read()).length, { timeout: 90_000, interval: 1_000 }).toBeGreaterThanOrEqual(3);
  const flows = await read();
  const output = { where: 'the output', text: stack.output.join('\n') };
  expect(output.text).toContain('accounts.verifyNativeEmail');
  expect(findLeaks(secrets, [...flows, output])).toEqual([]);
}, 120_000);
