import type { EndedFlows } from '../../store/access/end-made-since.ts';
import type { FlowClient } from './flow-client.ts';

/**
 * Signals the flows of what ended, after the commit: they revoke our access at the provider of a calendar, and notify the person of an agent.
 * The rows have ended already: the sweep signals those that this process does not reach.
 */
export function signalEnded(flowClient: FlowClient, { connections, agents }: EndedFlows): void {
  for (const connection of connections) flowClient.signal('calendarSync', connection, 'disconnect');
  for (const agent of agents) flowClient.signal('agentIdentity', agent, 'revoked');
}
