import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentIdentities } from '../../../schemas/operations/identity/agent-identities.ts';
import { links } from '../../../schemas/operations/links.ts';
import { workspaceTools } from '../../../schemas/operations/workspaces/tools.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { signIn } from '../../support/drivers/session.ts';
import { makeTeam, type TestKey } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const { registerIdentity } = agentIdentities;
const missing = { shortLinkId: '01a214fb-7a7a-77f4-943a-9089b075a0cb' };

let stack: Stack;
let key: TestKey;
beforeAll(async () => {
  stack = await startStack();
  key = await (await makeTeam(stack.sql)).key('owner');
});
afterAll(() => stack.close());

it('an error and an answer by REST name the call with method and path', async () => {
  const refused = await callHost(stack.appUrl, links.revokeShortLink, missing, key.headers);
  expect(refused.json().error.message).toContain('GET /workspace/short-links (list_short_links)');
  const asked = { prospectEmail: 'rest@person.test', agentLabel: 'Robo' };
  const registered = await callHost(stack.appUrl, registerIdentity, asked, key.headers);
  expect(registered.json().instructions).toContain(
    'POST /agent/identities/{principalId}/verify (verify_agent_identity)',
  );
});

it('by execute, and for a person on our pages, tools keep their names', async () => {
  const run = { name: 'revoke_short_link', arguments: missing };
  const executed = await callHost(stack.appUrl, workspaceTools.executeTool, run, key.headers);
  const { headers } = await signIn(stack);
  const seen = await callHost(stack.appUrl, links.revokeShortLink, missing, headers);
  for (const answer of [executed, seen]) {
    expect(answer.json().error.message).toContain('list_short_links has');
    expect(answer.json().error.message).not.toContain('/workspace/');
  }
});
