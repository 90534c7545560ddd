import { devicePageWords } from '../../../texts/en/dashboard/device.ts';
import type { OutputOf } from '../data/call.ts';

export type Device = OutputOf<'viewDevice'>;
export type Mine = OutputOf<'listWorkspaces'>;

/** The caller's name, as the caller states it: unverified. */
export function askerOf({ agentName, clientName }: Device): string {
  if (agentName !== null && clientName !== null) return `${agentName} (${clientName})`;
  return agentName ?? clientName ?? devicePageWords.noName;
}
