import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../../api/auth/credentials.ts';
import { signedId } from '../../../domain/secrets.ts';
import { agentIdentities } from '../../../schemas/operations/identity/agent-identities.ts';
import { agentOperations } from '../../../schemas/operations/identity/agent-operations.ts';
import { meetings } from '../../../schemas/operations/meetings.ts';
import type { AgentScope } from '../../../schemas/shapes/access.ts';
import { deadLinkWords } from '../../../texts/en/pages/access.ts';
import { invitationWords } from '../../../texts/en/pages/accounts.ts';
import { problemWords } from '../../../texts/en/pages/frame.ts';
import { englishFinder, translationOf } from '../../support/asserts/english.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { personWithBrowser } from '../../support/drivers/session.ts';
import { makePendingAgent } from '../../support/factories/agents.ts';
import { makeKey, type TestKey } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectDone, expectHeading, expectSound, openMember, openVisitor, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const linkIn = (text: string): string => /https?:\/\/\S+\/agents\/stop\/[\w-]{64}/.exec(text)?.[0] ?? '';

/** The agent asks, the person reads the mail, the agent enters the code. */
async function allow(key: TestKey, prospectEmail: string, agentLabel: string, more: readonly AgentScope[] = []) {
  const asked = { prospectEmail, agentLabel };
  const registered = await callHost(stack.appUrl, agentIdentities.registerIdentity, asked, key.headers);
  const { principalId } = registered.json() as unknown as { principalId: string };
  const code = codeIn((await stack.waitForMail(prospectEmail, 'identity_code')).text);
  const scopes: AgentScope[] = ['agent.booking.read', 'agent.booking.write', 'agent.workspace.create', ...more];
  const verified = await callHost(
    stack.appUrl,
    agentIdentities.verifyIdentity,
    { principalId, code, scopes },
    key.headers,
  );
  const { intentToken } = verified.json() as unknown as { intentToken: string };
  return { principalId, headers: { ...key.headers, 'x-svc-agent-intent': intentToken } };
}

describe('agents that act for a person', { timeout: 60_000 }, () => {
  it('are on home, with what they may and did, and stop by a click', async () => {
    const { page, faults, workspaceId, userId, email } = await openMember(stack, browser, { email: 'grace@acme.test' });
    await page.goto(`${stack.appUrl}/settings/agents`);
    await page.getByText('No agent acts for you.').waitFor();
    const key = await makeKey(stack.sql, { workspaceId, userId, name: 'Nightly agent' });
    const { headers } = await allow(key, email, 'Grace’s assistant');
    const list = () => callHost(stack.appUrl, meetings.listMeetings, {}, headers);
    expect((await list()).status).toBe(200);
    const made = await callHost(stack.appUrl, agentOperations.createAgentWorkspace, { name: 'Side project' }, headers);
    expect(made.status).toBe(201);
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: 'Grace’s assistant' });
    await row.getByText('book, move and cancel meetings in your name').waitFor();
    await row.scrollIntoViewIfNeeded();
    await row.getByText('What it did lately').click();
    await row.getByText('Made a workspace').waitFor();
    await picture(page, 'home-agents');
    await expectSound(page);
    await press(page, 'Stop Grace’s assistant');
    await page.getByRole('dialog', { name: 'Stop Grace’s assistant?' }).waitFor();
    await press(page, 'Stop it');
    await expectDone(page, 'Agents that act for you', 'Grace’s assistant is stopped.');
    expect((await list()).json().error.code).toBe('agent.principal.revoked');
    expect(faults).toEqual([]);
  });

  it('made an account: its person reads of it in a mail, signs in and sees it on home', async () => {
    const email = 'nina@person.test';
    const [ada] = await stack.sql<{ userId: string; workspaceId: string }[]>`
      select m.user_id as "userId", m.workspace_id as "workspaceId" from memberships m join users u on u.id = m.user_id
      where u.email = 'ada@acme.test'`;
    const key = await makeKey(stack.sql, { workspaceId: ada?.workspaceId ?? '', userId: ada?.userId ?? '' });
    const { headers } = await allow(key, email, 'Robo', ['agent.user.signup']);
    expect((await callHost(stack.appUrl, agentOperations.signUpUser, {}, headers)).status).toBe(200);
    const mail = await stack.waitForMail(email, 'agent_sign_up');
    const { page, faults, context } = await openVisitor(browser, { width: 390 });
    await page.goto(linkIn(mail.text));
    await expectHeading(page, 'Stop this agent?');
    await page.goto(/https?:\/\/\S+\/login\?return_to=\//.exec(mail.text)?.[0] ?? '');
    await page.getByRole('textbox').first().waitFor();
    const { token } = await personWithBrowser(stack, email);
    await context.addCookies([
      { name: sessionCookieName(stack.appUrl), value: token, url: stack.appUrl, httpOnly: true },
    ]);
    await page.goto(`${stack.appUrl}/settings/agents`);
    const row = page.getByRole('listitem').filter({ hasText: 'Robo' });
    await row.getByText('What it did lately').click();
    await row.getByText('Made your account').waitFor();
    await row.getByText('Made a workspace').waitFor();
    await row.scrollIntoViewIfNeeded();
    await picture(page, 'home-account-made');
    await expectSound(page);
    expect(faults).toEqual([]);
  });

  it('stop by the link of a mail, without sign-in, and only by a click', async () => {
    const [ada] = await stack.sql<{ id: string; workspaceId: string }[]>`
      select m.user_id as id, m.workspace_id as "workspaceId" from memberships m join users u on u.id = m.user_id
      where u.email = 'ada@acme.test'`;
    const owner = { workspaceId: ada?.workspaceId ?? '', userId: ada?.id ?? '' };
    const key = await makeKey(stack.sql, owner);
    const { headers } = await allow(key, 'ada@acme.test', 'Robo');
    const link = linkIn((await stack.waitForMail('ada@acme.test', 'agent_allowed')).text);
    const { page, faults } = await openVisitor(browser, { width: 390 });
    await page.goto(link);
    await expectHeading(page, 'Stop this agent?');
    await picture(page, 'stop-agent');
    await expectSound(page);
    expect((await callHost(stack.appUrl, meetings.listMeetings, {}, headers)).status).toBe(200);
    await press(page, 'Stop it');
    await expectHeading(page, 'This agent does not act for you');
    expect((await callHost(stack.appUrl, meetings.listMeetings, {}, headers)).status).toBe(403);

    const pending = await makePendingAgent(stack, { key, email: 'new@person.test' });
    await page.goto(`${stack.appUrl}/agents/stop/${signedId(stack.secrets.stopAgent, pending.principalId)}`);
    await press(page, 'Refuse it');
    await expectHeading(page, 'This agent does not act for you');
    const late = { principalId: pending.principalId, code: pending.code, scopes: ['agent.booking.read'] };
    const answer = await callHost(stack.appUrl, agentIdentities.verifyIdentity, late, key.headers);
    expect(answer.json().error.code).toBe('agent.principal.revoked');
    await page.goto(`${stack.appUrl}/agents/stop/${signedId(stack.secrets.stopAccess, pending.principalId)}`);
    await expectHeading(page, 'This link does not work');
    expect(faults).toEqual([]);
  });
});

it('links of mails that do nothing say so in German, too', async () => {
  const words: readonly unknown[] = [deadLinkWords, invitationWords, problemWords];
  const findEnglish = englishFinder(words.map(translationOf));
  const token = 'x'.repeat(43);
  const paths = ['agents/stop', 'access/stop', 'account/address', 'account/address/undo', 'claim', 'invitations'];
  for (const path of paths) {
    const answer = await fetch(`${stack.appUrl}/${path}/${token}?lang=de`);
    expect(answer.status, path).toBe(404);
    const main = /<main.*<\/main>/s.exec(await answer.text())?.[0] ?? '';
    expect(main, path).toContain('Dieser Link funktioniert nicht');
    expect(findEnglish(main.split(/<[^>]*>/), []), path).toEqual([]);
  }
});
