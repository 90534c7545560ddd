export const CLAIM_HOURS = 24;

/** How a claim ends. claimed: the agent has its key. */
export type ClaimEnd = 'claimed' | 'refused' | 'expired' | 'undeliverable';

/** Where a claim stands, as its flow reads it. */
export type ClaimStanding =
  | {
      readonly stage: 'pending' | 'accepted';
      /** Until it expires. */
      readonly waitMs: number;
      readonly isMailDue: boolean;
      /** null until it is accepted. */
      readonly workspaceId: string | null;
    }
  | { readonly stage: 'over'; readonly end: ClaimEnd; readonly workspaceId: string | null };

/** What became of a claim's mail. late: it was decided or too old before a mail could leave. */
export type ClaimMailEnd = 'mailed' | 'undeliverable' | 'late';

const LONGEST_SEAT_NAME = 80;

/** The name of a claim's seat and key: the agent's and the app's, as far as they are known, else the inbox. */
export const seatNameOf = (agentName: string | null, clientName: string | null, agentEmail: string): string => {
  const both = agentName && clientName && `${agentName} · ${clientName}`;
  if (both && both.length <= LONGEST_SEAT_NAME) return both;
  return agentName ?? clientName ?? agentEmail.slice(0, LONGEST_SEAT_NAME);
};
