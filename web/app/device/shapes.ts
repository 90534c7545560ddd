import type { OutputOf } from '../data/call.ts';
import { pageWords } from '../parts/page-words.ts';

export type Device = OutputOf<'viewDevice'>;
export type Mine = OutputOf<'listWorkspaces'>;

/** The caller's name, as the caller states it: unverified. */
export function askerOf({ agentName, clientName }: Device): string {
  if (agentName !== null && clientName !== null) return `${agentName} (${clientName})`;
  return agentName ?? clientName ?? pageWords<string>('A program without a name', 'Ein Programm ohne Namen');
}
