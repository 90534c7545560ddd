import { png } from '../support/factories/pictures.ts';
import { agentWorkspace, storeWorkspaceClaim } from '../support/factories/workspace-claims.ts';
import type { Samples } from './sample.ts';

let prospects = 0;

export const workspaceSamples: Samples = {
  'workspaces.getWorkspace': { good: () => ({}) },
  'workspaces.updateWorkspace': {
    good: () => ({ name: 'Renamed' }),
    bad: {
      name: 'a\nb',
      slug: '',
      accentColor: 'red',
      upcomingPerNetwork: 0,
      upcomingPerMailDomain: 10_001,
      prepLookups: 'no',
      prepTexts: { sales: { close: 'x' } },
      timezone: 'Berlin',
      weekStartsOn: 'tuesday',
      language: 'fr',
      bookingDefaults: { durationMinutes: 4 },
    },
  },
  'workspaces.setWorkspaceAvatar': {
    good: () => ({ image: png.toString('base64') }),
    bad: { image: 'data:image/png;base64,AAAA' },
  },
  'workspaces.exportWorkspace': {
    good: () => ({ part: 'members', limit: 2 }),
    bad: { part: 'keys', format: 'xml', limit: 0, cursor: 'nonsense' },
  },
  'meetings.exportGuest': {
    good: () => ({ email: 'nobody-here@example.com' }),
    bad: { email: 'nobody', limit: 501 },
  },
  'workspaces.deleteWorkspace': { good: ({ team }) => ({ confirm: team.slug }), bad: { confirm: '' } },
  'workspaces.restoreWorkspace': { good: () => ({}) },
  'workspaces.listTools': { good: () => ({}) },
  'workspaces.createClaimIntent': {
    // As if no browser had signed in: a session's owner has one.
    good: async ({ stack, shown: { userId } }) => {
      await stack.sql`update workspace_claims set created_at = created_at - interval '2 days'`;
      await stack.sql`
        insert into unclaimed_workspaces (workspace_id, next_look_at)
        select workspace_id, now() + interval '20 days' from memberships where user_id = ${userId} and role = 'owner'
        on conflict do nothing`;
      return { prospectEmail: `prospect-${++prospects}@matrix.test`, agentName: 'Scout' };
    },
    bad: { prospectEmail: 'nobody', agentName: '' },
  },
  'workspaces.decideWorkspaceClaim': {
    good: async ({ stack, shown: { userId } }) => {
      const [user] = await stack.sql<{ email: string }[]>`select email::text from users where id = ${userId}`;
      const claimId = await storeWorkspaceClaim(stack, await agentWorkspace(stack), user?.email ?? '');
      await stack.sql`update workspace_claims set created_at = created_at - interval '2 days'`;
      return { claimId, decision: 'refuse', keepsAgent: false };
    },
    bad: { claimId: 'x', decision: 'perhaps', keepsAgent: 'no' },
  },
  'workspaces.importSettings': {
    // Made for once: the same call again finds what it made.
    good: () => ({
      export: JSON.stringify({ data: [{ title: 'Intro', slug: 'imported', lengthInMinutes: 30 }] }),
      dryRun: true,
    }),
    bad: { export: '', hostUserId: 'me', dryRun: 'perhaps' },
  },
  'workspaces.executeTool': { good: () => ({ name: 'get_workspace' }) },
};
