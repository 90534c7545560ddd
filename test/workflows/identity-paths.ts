import type { WorkflowHandle } from '@temporalio/client';
import { v7 as uuidv7 } from 'uuid';
import type { KeyActor } from '../../domain/access/actor.ts';
import type { AgentEnd } from '../../domain/identity/agent-standing.ts';
import { clientHash } from '../../domain/secrets.ts';
import { revokeKey } from '../../store/access/key-tree.ts';
import { checkMailedCode } from '../../store/accounts/mailed-code-guesses.ts';
import { revokeAgent, verifyAgent } from '../../store/identity/change-agent.ts';
import { registerAgent } from '../../store/identity/register-agent.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { flowClientOf } from '../support/drivers/flow-client.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { makeTeam, type TestKey } from '../support/factories/keys.ts';
import type { Stack } from '../support/stack/stack.ts';

const CLIENT = { clientIp: '192.0.2.7', clientNetwork: '192.0.2.7' };
const USUAL = { username: 'owner', role: 'owner', locked: false, mode: 'live', seat: null } as const;

const actorOf = ({ id, userId, workspaceId }: TestKey): KeyActor => ({
  ...USUAL,
  ...{ kind: 'key', keyId: id, keyName: 'Test key', scopes: ['workspace.act'], userId, workspaceId },
});

interface Registered {
  readonly id: string;
  readonly key: TestKey;
  readonly email: string;
  readonly flow: WorkflowHandle;
}

let people = 0;

/**
 * An agent asks a person. Its flow has mailed the code, or could not: asked by an update, as in older flows.
 * @param isNudged asked by a signal, as today: the mail may still be under way
 */
async function register(stack: Stack, domain = 'person.test', isNudged = false): Promise<Registered> {
  const key = await (await makeTeam(stack.sql)).key('owner');
  const email = `prospect-${++people}@${domain}`;
  const hash = clientHash(stack.secrets, email, CLIENT.clientNetwork);
  const wish = { prospectEmail: email, agentLabel: 'Robo', prospectName: null, prospectCompany: null, metadata: {} };
  const outcome = await registerAgent(
    stack.sql,
    { wish, ...CLIENT, clientHash: hash },
    { actor: actorOf(key), source: 'host_api' },
  );
  if ('refused' in outcome) throw new Error(outcome.refused);
  const { id } = outcome;
  const row = { id, workspaceId: key.workspaceId };
  if (isNudged) flowClientOf(stack).signal('agentIdentity', row, 'nudge');
  else await flowClientOf(stack).update('agentIdentity', row, 'mailCode');
  return { id, key, email, flow: await startedFlow(stack.client, flowId('agentIdentity', id)) };
}

/** The person read the code and gave it to the agent. */
async function verify(stack: Stack, { id, key, email, flow }: Registered): Promise<void> {
  const code = /\b\d{6}\b/.exec((await stack.waitForMail(email, 'identity_code')).text)?.[0] ?? '';
  const guess = { id, purpose: 'agent_identity', code, clientNetwork: CLIENT.clientNetwork } as const;
  const right = await checkMailedCode(stack.sql, stack.secrets, guess);
  if ('refused' in right) throw new Error(right.refused);
  const granted = { code: right, scopes: ['agent.booking.read'], clientHash: Buffer.alloc(32) } as const;
  await verifyAgent(stack.sql, granted, { actor: actorOf(key), source: 'host_api' });
  await flow.signal('verified');
  flowClientOf(stack).start('mail', { id, workspaceId: key.workspaceId });
  await stack.waitForMail(email, 'agent_allowed');
}

/** Waits until the row has been told to end, then wakes the flow: no time passes in a test. */
const endNow = async (stack: Stack, { id, flow }: Registered): Promise<string> => {
  await stack.sql`update agent_principals set ends_at = clock_timestamp() where id = ${id}`;
  await flow.signal('nudge');
  return flow.workflowId;
};

export interface IdentityPath {
  readonly name: string;
  readonly ends: AgentEnd;
  /** Mails that the person got. */
  readonly mails: readonly string[];
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

const CODE = ['identity_code'] as const;
const BOTH = ['agent_allowed', 'identity_code'] as const;

/** Every path through the flow of an agent's identity. Each has a history in test/histories/agent-identity, by its name. */
export const identityPaths: readonly IdentityPath[] = [
  {
    name: 'verified-and-revoked',
    ends: 'revoked',
    mails: BOTH,
    walk: async (stack) => {
      const made = await register(stack);
      await verify(stack, made);
      await revokeAgent(stack.sql, made.id, { kind: 'person' });
      await made.flow.signal('revoked');
      return made.flow.workflowId;
    },
  },
  {
    name: 'verified-and-lapsed',
    ends: 'expired',
    mails: BOTH,
    walk: async (stack) => {
      const made = await register(stack);
      await verify(stack, made);
      return endNow(stack, made);
    },
  },
  {
    name: 'verified-until-its-key-ends',
    ends: 'revoked',
    mails: BOTH,
    walk: async (stack) => {
      const made = await register(stack);
      await verify(stack, made);
      const { id: keyId, workspaceId } = made.key;
      const by = { actor: null, source: 'system' } as const;
      await revokeKey(stack.sql, { workspaceId, keyId, now: Date.now() }, by);
      await made.flow.signal('nudge');
      return made.flow.workflowId;
    },
  },
  {
    name: 'nudged-and-verified',
    ends: 'revoked',
    mails: BOTH,
    walk: async (stack) => {
      const made = await register(stack, 'person.test', true);
      await verify(stack, made);
      await revokeAgent(stack.sql, made.id, { kind: 'person' });
      await made.flow.signal('revoked');
      return made.flow.workflowId;
    },
  },
  {
    name: 'code-expired',
    ends: 'expired',
    mails: CODE,
    walk: async (stack) => endNow(stack, await register(stack)),
  },
  {
    name: 'refused-by-the-person',
    ends: 'revoked',
    mails: CODE,
    walk: async (stack) => {
      const made = await register(stack);
      await revokeAgent(stack.sql, made.id, { kind: 'link' });
      await made.flow.signal('revoked');
      return made.flow.workflowId;
    },
  },
  {
    name: 'mailed-when-the-provider-is-back',
    ends: 'expired',
    mails: CODE,
    walk: async (stack) => endNow(stack, await register(stack, 'slow.test')),
  },
  {
    name: 'address-takes-no-mail',
    ends: 'expired',
    mails: [],
    walk: async (stack) => {
      const { flow } = await register(stack, 'refuses.test');
      await flow.signal('nudge');
      return flow.workflowId;
    },
  },
  {
    name: 'unknown',
    ends: 'unknown identity',
    mails: [],
    walk: async (stack) => {
      const row = { id: uuidv7(), workspaceId: null };
      flowClientOf(stack).start('agentIdentity', row);
      return flowId('agentIdentity', row.id);
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { agentIdentity: identityPaths };
