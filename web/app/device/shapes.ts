import type { OutputOf } from '../data/call.ts';

export type Device = OutputOf<'viewDevice'>;
export type Mine = OutputOf<'listWorkspaces'>;

/** Who asks, in the words that they gave; never more than their own claim. */
export function askerOf({ agentName, clientName }: Device): string {
  if (agentName !== null && clientName !== null) return `${agentName} (${clientName})`;
  return agentName ?? clientName ?? 'A program without a name';
}
