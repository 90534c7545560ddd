import { v7 as uuidv7 } from 'uuid';
import { keyHash } from '../../domain/access/api-key.ts';
import { ADMINS } from '../../schemas/shapes/access.ts';
import { makeAgent, makePendingAgent } from '../support/factories/agents.ts';
import type { Place, Samples } from './sample.ts';

const newPerson = (): string => `person-${uuidv7()}@prospect.test`;

/** The key that calls, if it is one of our workspace; else a key of our owner. */
const keyOf = async ({ stack, team, shown }: Place): Promise<{ id: string; workspaceId: string }> => {
  const { workspaceId } = team;
  const secret = /^Bearer (\S+)$/.exec(shown.headers.authorization ?? '')?.[1] ?? '';
  const [own] = await stack.sql<{ id: string }[]>`
    select id from api_keys where hash = ${keyHash(secret)} and workspace_id = ${workspaceId}`;
  return { id: own?.id ?? (await team.key('owner')).id, workspaceId };
};

/** A verified identity of the key that calls. */
const verified = async (place: Place) => {
  const key = await keyOf(place);
  const { principalId } = await makeAgent(place.stack, { key, email: newPerson() });
  return { principalId };
};

const notThere = { principalId: uuidv7() };

/** Agents with the consent of a person. What only the key or the person of an identity may is in test/api/handlers/identity. */
export const identitySamples: Samples = {
  'identity.registerIdentity': {
    good: () => ({ prospectEmail: newPerson(), agentLabel: 'Robo' }),
    bad: { prospectEmail: 'nobody', agentLabel: '', prospectName: '', metadata: { a: 'x'.repeat(3_000) } },
  },
  'identity.verifyIdentity': {
    good: async (place) => {
      const { principalId, code } = await makePendingAgent(place.stack, {
        key: await keyOf(place),
        email: newPerson(),
      });
      return { principalId, code, scopes: ['agent.booking.read'] };
    },
    eachAnew: true,
    bad: { principalId: 'mine', code: '12', scopes: [] },
    missing: { ...notThere, code: '123456', scopes: ['agent.booking.read'] },
  },
  'identity.getIdentity': { good: verified, bad: { principalId: 'mine' }, missing: notThere },
  'identity.revokeIdentity': { good: verified, bad: { principalId: 'mine' }, missing: notThere },
  'identity.renewIntent': { good: verified, bad: { principalId: 'mine', scopes: ['all'] }, missing: notThere },
  'identity.signUpUser': { good: () => ({}), bad: { name: '', timezone: 'Mars' } },
  'identity.createAgentWorkspace': {
    good: () => ({ name: `Made ${uuidv7()}` }),
    eachAnew: true,
    bad: { name: '', slug: 'Not A Slug' },
  },
  'identity.inviteForPerson': {
    good: ({ team }) => ({ workspaceId: team.workspaceId, email: newPerson(), role: 'member' }),
    rolesOfHandler: ADMINS,
    bad: { workspaceId: 'mine', email: 'nobody', role: 'king' },
    missing: { workspaceId: uuidv7(), email: 'grace@example.com' },
  },
  'identity.connectCalendarForPerson': {
    good: () => ({ provider: 'google', redirectAfter: '/' }),
    bad: { provider: 'yahoo', redirectAfter: '//elsewhere.example' },
  },
  'identity.listMyAgents': { good: () => ({}) },
  'identity.revokeMyAgent': {
    good: async (place) => {
      const { sql } = place.stack;
      const [person] = await sql<{ email: string }[]>`select email::text from users where id = ${place.shown.userId}`;
      const key = await place.team.key('owner');
      const { principalId } = await makeAgent(place.stack, { key, email: person?.email ?? '' });
      return { principalId };
    },
    bad: { principalId: 'mine' },
    missing: notThere,
  },
};
