import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressHash } from '../../../../domain/mail/recipient-tokens.ts';
import { signedId } from '../../../../domain/secrets.ts';
import { agentIdentities } from '../../../../schemas/operations/identity/agent-identities.ts';
import { AgentScope } from '../../../../schemas/shapes/access.ts';
import { refuseAddress } from '../../../../store/mail/refused-addresses.ts';
import { scopeWords } from '../../../../texts/en/access.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { surfaces } from '../../../support/drivers/surfaces.ts';
import { makeAgent, makePendingAgent } from '../../../support/factories/agents.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const { registerIdentity, verifyIdentity, getIdentity, revokeIdentity, renewIntent } = agentIdentities;

let stack: Stack;
let team: TestTeam;
let key: TestKey;
beforeAll(async () => {
  stack = await startStack({ demo: false });
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
});
afterAll(() => stack.close());

let people = 0;
const newPerson = (): string => `ask-${++people}@person.test`;
const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const codeOf = async (email: string): Promise<string> => codeIn((await stack.waitForMail(email, 'identity_code')).text);
/** Its mail has left, or was left out. */
const isDealtWith = (principalId: string) =>
  expect
    .poll(
      async () => (await stack.sql`select accepted_at from mailed_codes where id = ${principalId}`)[0]?.accepted_at,
      {
        timeout: 20_000,
      },
    )
    .not.toBeNull();
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

it('is pending at an address that takes no mail, as at any; its code says so', async () => {
  const [email, call] = [newPerson(), hostCallOver('REST', () => stack)];
  await refuseAddress(stack.sql, addressHash(stack.secrets, email));
  const asked = await call(registerIdentity, { prospectEmail: email, agentLabel: 'Robo' }, key.headers);
  expect(asked.output).toMatchObject({ status: 'pending' });
  const { principalId } = asked.output;
  const verified = () =>
    call(verifyIdentity, { principalId, code: '123456', scopes: ['agent.booking.read'] }, key.headers);
  await expect.poll(async () => (await verified()).error?.details?.reason).toBe('email_undeliverable');
  expect(await stack.mailbox(email)).toEqual([]);
});

it('takes no values that are nested too deeply, also as text', async () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const send = async (metadata: string) => {
    const answer = await fetch(`${stack.appUrl}/api/v1${registerIdentity.path}`, {
      method: 'POST',
      headers: { ...key.headers, 'content-type': 'application/json' },
      body: `{"prospectEmail": "${newPerson()}", "agentLabel": "Robo", "metadata": ${metadata}}`,
    });
    return [answer.status, ((await answer.json()) as { error?: { code?: string } }).error?.code];
  };
  expect(await send(`{"run": ${deep}}`)).toEqual([400, 'request.invalid']);
  expect(await send(JSON.stringify(`{"run": ${deep}}`))).toEqual([400, 'request.invalid']);
});

describe.each(surfaces)('an identity over %s', (surface) => {
  const call = hostCallOver(surface, () => stack);
  const register = (email: string, more: object = {}, by = key) =>
    call(registerIdentity, { prospectEmail: email, agentLabel: 'Robo', ...more }, by.headers);
  const pending = async () => {
    const email = newPerson();
    return { email, ...(await makePendingAgent(stack, { key, email })) };
  };

  it('is registered, verified, read, renewed and revoked', async () => {
    const email = newPerson();
    const registered = await register(email, { prospectName: 'Ada', prospectCompany: 'Acme', metadata: { run: 7 } });
    expect(registered.output).toMatchObject({ status: 'pending', principalId: expect.any(String) });
    const { principalId, verificationExpiresAt } = registered.output;
    const minutes = (Date.parse(verificationExpiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.8);
    expect(minutes).toBeLessThanOrEqual(10);
    const scopes = ['agent.identity.read', 'agent.booking.read'];
    const verified = await call(verifyIdentity, { principalId, code: await codeOf(email), scopes }, key.headers);
    expect(verified.output).toMatchObject({ principalId, status: 'verified', scopes });
    const { intentToken, expiresAt } = verified.output;
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(15);
    const headers = { ...key.headers, 'x-svc-agent-intent': intentToken };
    expect((await call(getIdentity, { principalId }, headers)).output).toMatchObject({
      ...{ principalId, status: 'verified', scopes, agentLabel: 'Robo', prospectEmail: email, metadata: { run: 7 } },
      untrusted: ['agentLabel', 'prospectName', 'prospectCompany', 'metadata'],
      user: null,
    });
    const renewed = await call(renewIntent, { principalId, scopes: ['agent.identity.read'] }, key.headers);
    expect(renewed.output).toMatchObject({ scopes: ['agent.identity.read'] });
    expect(renewed.output.intentToken).not.toBe(intentToken);
    const beyond = await call(renewIntent, { principalId, scopes: ['agent.booking.write'] }, key.headers);
    expect(beyond.error).toMatchObject({ code: 'agent.principal.scope_missing' });
    const again = await call(verifyIdentity, { principalId, code: '123456', scopes }, key.headers);
    expect(again.error).toMatchObject({ code: 'resource.conflict', details: { reason: 'already_verified' } });
    const revoked = await call(revokeIdentity, { principalId }, key.headers);
    expect(revoked.output).toMatchObject({ principalId, status: 'revoked' });
    expect((await call(revokeIdentity, { principalId }, key.headers)).output).toEqual(revoked.output);
    expect((await call(getIdentity, { principalId }, headers)).error.code).toBe('agent.principal.revoked');
    expect((await call(renewIntent, { principalId }, key.headers)).error.code).toBe('agent.principal.revoked');
  });

  it('asked again while it waits is the same one, with one mail', async () => {
    const email = newPerson();
    const first = await register(email);
    const again = await register(email);
    expect(again.output).toEqual(first.output);
    expect((await register(email.toUpperCase())).output.principalId).toBe(first.output.principalId);
    await isDealtWith(first.output.principalId);
    expect(await stack.mailbox(email)).toHaveLength(1);
    const renamed = await register(email, { agentLabel: 'Another' });
    expect(renamed.error).toMatchObject({ code: 'resource.conflict', details: { reason: 'identity_pending' } });
    await stack.sql`
      update mailed_codes set issued_at = issued_at - interval '31 seconds' where id = ${first.output.principalId}`;
    const later = await register(email, { agentLabel: 'Another' });
    expect(later.output.principalId).toBe(first.output.principalId);
    await isDealtWith(first.output.principalId);
    const mails = await stack.mailbox(email);
    expect(mails.map(({ text }) => /“(.*?)”/.exec(text)?.[1])).toEqual(['Another', 'Robo']);
    const [newest = '', oldest = ''] = mails.map(({ text }) => codeIn(text));
    const input = { principalId: first.output.principalId, scopes: ['agent.booking.read'] };
    const old = await call(verifyIdentity, { ...input, code: oldest }, key.headers);
    expect(old.error).toMatchObject({ code: 'request.unprocessable', details: { reason: 'code_invalid' } });
    expect((await call(verifyIdentity, { ...input, code: newest }, key.headers)).ok).toBe(true);
  });

  it('takes five tries, counted before they are compared, and then not even the right code', async () => {
    const { principalId, code } = await pending();
    const input = { principalId, scopes: ['agent.booking.read'] };
    const guess = (of: string) => call(verifyIdentity, { ...input, code: of }, key.headers);
    const answers = await Promise.all(Array.from({ length: 5 }, () => guess(wrongOf(code))));
    expect(answers.map(({ error }) => error.details.attemptsLeft).sort()).toEqual([0, 1, 2, 3, 4]);
    expect((await guess(code)).error).toMatchObject({ details: { reason: 'code_burned' } });
  });

  it('is verified once, whoever is first', async () => {
    const { principalId, code } = await pending();
    const input = { principalId, code, scopes: ['agent.booking.read'] };
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(verifyIdentity, input, key.headers)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const reasons = answers.filter(({ ok }) => !ok).map(({ error }) => error.details.reason);
    expect(new Set(reasons)).toEqual(new Set(['already_verified']));
  });

  it('ends with its code', async () => {
    const { principalId, code } = await pending();
    await stack.sql`update agent_principals set ends_at = now() where id = ${principalId}`;
    const answer = await call(verifyIdentity, { principalId, code, scopes: ['agent.booking.read'] }, key.headers);
    expect(answer.error).toMatchObject({ code: 'request.unprocessable', details: { reason: 'code_expired' } });
  });

  it('is of the key that registered it: 403 to others of the workspace, 404 elsewhere', async () => {
    const { principalId, code } = await pending();
    const calls = [
      [verifyIdentity, { principalId, code, scopes: ['agent.booking.read'] }],
      [renewIntent, { principalId }],
      [revokeIdentity, { principalId }],
    ] as const;
    const [other, foreign] = [await team.key('owner'), await (await makeTeam(stack.sql)).key('owner')];
    for (const [operation, input] of calls) {
      expect((await call(operation, input, other.headers)).error.code).toBe('agent.principal.key_mismatch');
      expect((await call(operation, input, foreign.headers)).error).toMatchObject({
        code: 'resource.not_found',
        details: { reason: 'identity_not_found' },
      });
    }
    // A code of the same digits for another purpose, or another identity, proves nothing.
    const others = await pending();
    const stolen = await call(
      verifyIdentity,
      { principalId: others.principalId, code, scopes: ['agent.booking.read'] },
      key.headers,
    );
    expect(code === others.code || stolen.error.details.reason === 'code_invalid').toBe(true);
  });

  it('of another person of the same key is not read with this token', async () => {
    const mine = await makeAgent(stack, { key, email: newPerson() });
    const other = await makeAgent(stack, { key, email: newPerson() });
    const answer = await call(
      getIdentity,
      { principalId: other.principalId },
      { ...key.headers, ...mine.intentHeader },
    );
    expect(answer.error).toMatchObject({ code: 'resource.not_found', details: { reason: 'identity_not_found' } });
  });

  it('needs scopes of the list, and a person’s inbox', async () => {
    const { principalId, code } = await pending();
    const wide = await call(verifyIdentity, { principalId, code, scopes: ['agent.everything'] }, key.headers);
    expect(wide.error.code).toBe('request.invalid');
    expect((await call(verifyIdentity, { principalId, code, scopes: AgentScope.options }, key.headers)).ok).toBe(true);
    const robot = await register('robot@agents.test');
    expect(robot.error).toMatchObject({ code: 'request.unprocessable', details: { reason: 'prospect_email_invalid' } });
    const test = await team.key('owner', { mode: 'test' });
    expect((await register(newPerson(), {}, test)).error).toMatchObject({ details: { reason: 'test_key' } });
    const reader = await team.key('owner', { scopes: ['workspace.read'] });
    expect((await register(newPerson(), {}, reader)).error).toMatchObject({ details: { reason: 'scope_missing' } });
  });
});

describe('the mails', () => {
  const call = hostCallOver('REST', () => stack);
  const register = (email: string, agentLabel: string) =>
    call(registerIdentity, { prospectEmail: email, agentLabel }, key.headers);

  it.each([
    'Your bank: call 555-0100 at once',
    'evil.example',
    'Click https://evil.example/x',
    'ACCOUNT LOCKED! Go to evil[.]example',
    'x'.repeat(160),
  ])('carry no words of a phisher: %s', async (label) => {
    const email = newPerson();
    expect((await register(email, label)).ok).toBe(true);
    const { text, html, subject } = await stack.waitForMail(email, 'identity_code');
    for (const part of [text, html, subject]) {
      expect(part).not.toMatch(/evil|bank|LOCKED|555/);
      expect(part).not.toContain('x'.repeat(81));
    }
    const links = [...text.matchAll(/https?:\/\/[^/\s]+/g)].map(([origin]) => origin);
    expect(new Set(links)).toEqual(new Set([stack.appUrl, stack.publicUrl]));
  });

  it('say who asks, from where, and how to refuse; later what was allowed', async () => {
    const email = newPerson();
    const { principalId } = (await register(email, 'Robo')).output;
    const asked = await stack.waitForMail(email, 'identity_code');
    expect(asked.text).toContain('The agent “Robo”');
    expect(asked.text).toContain('Asked from network: 127.0.0.1');
    expect(asked.text).toContain(`${stack.appUrl}/agents/stop/${signedId(stack.secrets.stopAgent, principalId)}`);
    expect(asked.text).toContain('/no-mail/');
    const scopes = ['agent.booking.write'];
    await call(verifyIdentity, { principalId, code: await codeOf(email), scopes }, key.headers);
    const told = await stack.waitForMail(email, 'agent_allowed');
    expect(told.text).toContain(`It may:\n- ${scopeWords['agent.booking.write']}\n`);
  });

  it('say what each of the scopes allows, before the code is given away', async () => {
    const email = newPerson();
    await register(email, 'Robo');
    const { text } = await stack.waitForMail(email, 'identity_code');
    const said = text.replace(/\s+/g, ' ');
    expect(AgentScope.options).toHaveLength(9);
    for (const scope of AgentScope.options) expect(said).toContain(scopeWords[scope]);
    const items = text.split('\n').filter((line) => line.startsWith('- '));
    expect(items).toEqual(Object.values(scopeWords).map((words) => `- ${words}`));
  });

  it('leave not for 30 days after the person refused, in any spelling, and the answer is the same', async () => {
    const asker = await makeTeam(stack.sql);
    const askerKey = await asker.key('owner');
    const name = `refuses-${uuidv7().slice(-8)}`;
    const ask = (email: string, by = askerKey) =>
      call(registerIdentity, { prospectEmail: email, agentLabel: 'Robo' }, by.headers);
    const mails = async (email: string) =>
      (await stack.mailbox(email)).filter(({ kind }) => kind === 'identity_code').length;
    const first = await ask(`${name}@gmail.com`);
    const link = `${stack.appUrl}/agents/stop/${signedId(stack.secrets.stopAgent, first.output.principalId)}`;
    await stack.waitForMail(`${name}@gmail.com`, 'identity_code');
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    // Another key of the same workspace, too.
    for (const by of [askerKey, await asker.key('owner')]) {
      const again = await ask(`${name}+x@gmail.com`, by);
      expect(Object.keys(again.output).sort()).toEqual(Object.keys(first.output).sort());
      expect(again.output.status).toBe('pending');
      await isDealtWith(again.output.principalId);
    }
    expect(await mails(`${name}+x@gmail.com`)).toBe(0);
    // Another workspace may ask.
    await isDealtWith((await ask(`${name}+y@gmail.com`, key)).output.principalId);
    expect(await mails(`${name}+y@gmail.com`)).toBe(1);
    await stack.sql`update agent_principals set revoked_at = now() - interval '31 days' where id = ${first.output.principalId}`;
    await isDealtWith((await ask(`${name}+z@gmail.com`)).output.principalId);
    expect(await mails(`${name}+z@gmail.com`)).toBe(1);
  });

  it('lead to a page that shows no words of a phisher', async () => {
    const { principalId } = (await register(newPerson(), 'Your bank: call 555 555 555')).output;
    const page = await fetch(`${stack.appUrl}/agents/stop/${signedId(stack.secrets.stopAgent, principalId)}`);
    const html = await page.text();
    expect(html).toContain('Refuse this agent?');
    expect(html).not.toMatch(/bank|555/);
  });

  it('are capped for an inbox, whatever tag it has, and for the workspace', async () => {
    const inbox = uuidv7().slice(-8);
    const answers: string[] = [];
    for (let tag = 0; tag < 12; tag++) {
      const answer = await register(`${inbox}+${tag}@gmail.com`, 'Robo');
      answers.push(answer.ok ? 'mailed' : answer.error.details.reason);
    }
    expect(answers.filter((one) => one === 'mailed').length).toBeLessThanOrEqual(10);
    expect(answers.at(-1)).toBe('too_many_codes');
    const free = await makeTeam(stack.sql);
    await stack.sql`update workspaces set plan = 'free' where id = ${free.workspaceId}`;
    const freeKey = await free.key('owner');
    for (let index = 0; index < 30; index++) {
      const { principalId } = await makePendingAgent(stack, { key: freeKey, email: newPerson() });
      await stack.sql`
        insert into mailed_code_issues (code_id, issue_no, inbox, client_network, client_networks, created_at)
        values (${principalId}, 1, ${newPerson()}, '203.0.113.9', '{}', now())`;
    }
    const answer = await call(registerIdentity, { prospectEmail: newPerson(), agentLabel: 'Robo' }, freeKey.headers);
    expect(answer.error).toMatchObject({ code: 'rate.limited', details: { reason: 'too_many_identities', limit: 30 } });
  });
});
