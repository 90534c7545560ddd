import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { tokenHash } from '../../domain/secrets.ts';
import { saveArtifact } from '../../store/oauth/artifacts.ts';
import { createGrant } from '../../store/oauth/grants.ts';
import type { Samples } from './sample.ts';

/** A workspace in which this person may connect apps. */
async function workspaceOf(sql: Sql, userId: string): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into workspaces (id, slug, name, plan, subscription_status)
    values (${id}, ${`apps-${id.slice(-12)}`}, 'Apps', 'growth', 'active')`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${uuidv7()}, ${id}, ${userId}, 'me', 'member')`;
  return id;
}

const app = {
  ...{ clientId: 'https://app.example/client.json', name: 'Example App', clientName: 'Example App' },
  ...{ clientHost: 'app.example', redirectHost: 'app.example' },
};

/** Apps that people connect. */
export const oauthSamples: Samples = {
  'oauth.listMyGrants': { good: () => ({}) },
  'oauth.endMyGrant': {
    good: async ({ stack: { sql }, shown: { userId } }) => {
      const [grantId, workspaceId] = [uuidv7(), await workspaceOf(sql, userId)];
      const requestHash = tokenHash(uuidv7());
      const request = { model: 'Interaction', idHash: requestHash, payload: {}, grantId: null, uidHash: null };
      await saveArtifact(sql, { ...request, lifetimeSeconds: 60 });
      const grant = { ...app, id: grantId, requestHash, userId, workspaceId, scopes: ['workspace.read'] } as const;
      await createGrant(sql, { ...grant, createdAtMs: Date.now(), clientIp: '192.0.2.9' }, 'dashboard');
      return { grantId };
    },
    bad: { grantId: 'mine' },
    missing: { grantId: uuidv7() },
  },
};
