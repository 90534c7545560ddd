import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installCli } from '../support/drivers/cli.ts';
import { keyOf, statusWith } from '../support/drivers/cli-login.ts';
import { decideClaim, newAgentInbox, refuseClaim } from '../support/drivers/native.ts';
import { addMember, signIn } from '../support/drivers/session.ts';
import { eventually } from '../support/factories/meeting.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000 });
});
afterAll(() => stack.close());

const installed = () => installCli({ appUrl: stack.appUrl, publicUrl: stack.publicUrl });
const codeMailedTo = async (email: string): Promise<string> =>
  /^[B-Z]{4}-[B-Z]{4}/.exec((await stack.waitForMail(email, 'sign_in_code')).subject)?.[0] ?? '';
const claimOf = (agentEmail: string) =>
  eventually('the claim', async () => {
    const [row] = await stack.sql<{ id: string }[]>`select id from native_claims where agent_email = ${agentEmail}`;
    return row?.id;
  });

it('mails a code, reads it from standard input after a malformed and a wrong one, and stores the key', async () => {
  const email = `cli-${uuidv7()}@native.test`;
  async function* lines() {
    const code = await codeMailedTo(email);
    yield `123456\n${code === 'BBBB-BBBB' ? 'CCCC-CCCC' : 'BBBB-BBBB'}\n\n`;
    yield `${code.toLowerCase()}\n`;
  }
  const cli = await installed();
  const run = await cli.runWithInput(lines(), 'login', '--email', email, '--name', 'Night shift', '--json');
  expect([run.exitCode, run.stderr]).toEqual([0, expect.stringMatching(/cost no try.*4 tries are left/s)]);
  expect(run.json()).toMatchObject({ user: { email }, workspace: { slug: expect.any(String) } });
  const key = await keyOf(cli, String(run.json().profile));
  expect(await statusWith(stack, key)).toBe(200);
  expect(run.stdout + run.stderr).not.toContain(key);
  const who = await cli.run('whoami', '--json');
  expect(who.json()).toMatchObject({ user: { email } });
});

it('waits for the operator of an agent’s inbox; a refusal ends it', async () => {
  const operator = 'operator@native.test';
  await addMember(stack, { email: operator, workspace: 'operated', role: 'owner' });
  const session = await signIn(stack, { email: operator, workspace: 'operated' });
  const login = async (email: string) => {
    const cli = await installed();
    async function* lines() {
      yield `${await codeMailedTo(email)}\n`;
    }
    return { cli, run: cli.runWithInput(lines(), 'login', '--email', email, '--operator', operator, '--json') };
  };
  const [accepted, refused] = [newAgentInbox(), newAgentInbox()];
  const [one, other] = [await login(accepted), await login(refused)];
  await Promise.all([
    claimOf(accepted).then((id) => decideClaim(stack, session, id)),
    claimOf(refused).then((id) => refuseClaim(stack, session, id)),
  ]);
  const run = await one.run;
  expect([run.exitCode, run.json()]).toMatchObject([0, { workspace: { slug: 'operated' }, user: { email: operator } }]);
  expect(await statusWith(stack, await keyOf(one.cli, 'operated'))).toBe(200);
  const ended = await other.run;
  expect([ended.exitCode, ended.stderr]).toEqual([4, expect.stringContaining('claim_refused')]);
});

it('says what is missing: an operator, a code, the address', async () => {
  const email = newAgentInbox();
  const cli = await installed();
  async function* lines() {
    yield `${await codeMailedTo(email)}\n`;
  }
  async function* nothing() {}
  const none = await cli.runWithInput(lines(), 'login', '--email', email, '--json');
  expect([none.exitCode, none.stderr]).toEqual([6, expect.stringContaining('prospect_email_required')]);
  const silent = await cli.runWithInput(nothing(), 'login', '--email', `x-${uuidv7()}@native.test`, '--json');
  expect([silent.exitCode, silent.stderr]).toEqual([2, expect.stringContaining('No right code came')]);
  async function* again() {
    yield `${await codeMailedTo(other)}\n`;
  }
  const other = newAgentInbox();
  const inWords = await cli.runWithInput(again(), 'login', '--email', other);
  expect(inWords.stderr).toContain('holdfast login --email <this inbox> --operator <their address>');
  expect(inWords.stderr).not.toContain('prospectEmail');
  const alone = await cli.run('login', '--operator', 'a@native.test', '--json');
  expect([alone.exitCode, alone.stderr]).toEqual([2, expect.stringContaining('need --email')]);
});
