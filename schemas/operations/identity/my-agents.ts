import { z } from 'zod';
import { readErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { AgentScope } from '../../shapes/access.ts';
import { Token } from '../../shapes/fields.ts';
import { signedIn } from '../../shapes/signed-in.ts';

const MyAgent = z.object({
  principalId: z.uuid().describe('The id of the person’s consent to the agent.'),
  agentLabel: z.string().describe('What the agent calls itself.'),
  workspace: z.object({ id: z.uuid(), name: z.string() }).describe('Of its key: there it acts for you.'),
  keyName: z.string().describe('The name of its key.'),
  status: z.enum(['verified', 'revoked', 'expired']),
  scopes: z.array(AgentScope).describe('What the agent may do for the person.'),
  since: z.iso.datetime().describe('When you allowed it.'),
  lastUsedAt: z.iso.datetime().nullable().describe('Its last call for you, to the minute.'),
  lapsesAt: z.iso.datetime().describe('When it ends if it gets no new token.'),
  endedAt: z.iso.datetime().nullable().describe('When it ended (UTC); null: it is active.'),
  acts: z
    .array(
      z.object({
        at: z.iso.datetime(),
        action: z.string(),
        subjectId: z.uuid().nullable().describe('The id of the thing that changed.'),
      }),
    )
    .describe('The last ten things that it did for you, newest first.'),
});

/** The agents that act for the signed-in person. Sessions only: no key, no MCP. */
export const myAgents = defineArea({
  listMyAgents: {
    ...signedIn,
    title: 'List the agents that act for me',
    summary:
      'Agents that you allowed to act for you, by a code of your mail: what they may do, and what they did. Active ones first; ended ones of the last 30 days.',
    method: 'GET',
    path: '/me/agents',
    effect: 'read',
    input: z.object({}),
    output: z.object({ agents: z.array(MyAgent).describe('At most 100.') }),
  },
  revokeMyAgent: {
    ...signedIn,
    title: 'Stop an agent',
    summary: 'Ends an agent’s consent at once, with all its tokens. What it did stays. Repeating returns the same.',
    method: 'POST',
    path: '/me/agents/{principalId}/revoke',
    effect: 'destroy',
    errors: [...signedIn.errors, 'resource.not_found'],
    input: z.object({ principalId: z.uuid().describe('The id of the person’s consent to the agent.') }),
    output: z.object({
      principalId: z.uuid().describe('The id of the person’s consent to the agent.'),
      status: z.literal('revoked'),
      revokedAt: z.iso.datetime().describe('When it was revoked (UTC).'),
    }),
  },
  stopAgent: {
    title: 'Stop an agent by the link of a mail',
    summary:
      'Ends an agent’s consent, or refuses it before the code was entered. The link is the proof: nobody signs in.',
    surface: 'page',
    method: 'POST',
    path: '/agents/stop/{token}',
    auth: 'none',
    effect: 'destroy',
    rateClass: 'publicRead',
    errors: readErrors,
    input: z.object({ token: Token.describe('From the mail.') }),
    output: z.object({ stopped: z.literal(true) }),
  },
});
