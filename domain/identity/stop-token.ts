import { createHmac } from 'node:crypto';
import { type Secrets, sameCode } from '../secrets.ts';

const ID_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;

/**
 * The token of the link by which a person stops an agent: the id of the agent and its proof. Derived where it is mailed, so that neither
 * row nor flow has it. 64 characters.
 */
export function agentStopToken({ stopAgent }: Secrets, principalId: string): string {
  const id = Buffer.from(principalId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, createHmac('sha256', stopAgent).update(principalId).digest()]).toString('base64url');
}

/** The agent that a link stops; null: the token is none of ours. */
export function agentOfStopToken(secrets: Secrets, token: string): string | null {
  if (!TOKEN.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
  const principalId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return sameCode(token, agentStopToken(secrets, principalId)) ? principalId : null;
}
