import { beforeEach, describe, expect, it } from 'vitest';
import { callConnector, claimsOf, LOOPBACK, OAuthApp } from '../../support/drivers/oauth-app.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { shareTeamStack } from '../../support/stack/team-stack.ts';

const its = shareTeamStack();
let owner: SignedIn;
beforeEach(async () => {
  owner = await signIn(its.stack, { email: its.team.members.owner.email, workspace: its.team.slug });
});

describe('connecting an app', () => {
  it('leads from registration over consent to tools', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack);
    const { page } = await app.atConsent(owner);
    expect(page.status, page.html).toBe(200);
    const tokens = await app.connect(owner, team);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'workspace.read workspace.act' });
    expect(claimsOf(tokens.access_token)).toMatchObject({
      iss: stack.appUrl,
      aud: `${stack.mcpUrl}/mcp`,
      sub: owner.userId,
      client_id: app.clientId,
    });
    const listed = await callConnector(stack, 'tools/list', {}, bearer(tokens.access_token));
    expect(listed.status, listed.text).toBe(200);
    const called = await callConnector(
      stack,
      'tools/call',
      { name: 'get_workspace', arguments: {} },
      bearer(tokens.access_token),
    );
    expect(called.text).toContain(team.workspaceId);
    expect(LOOPBACK).toBeTruthy();
  });
});
