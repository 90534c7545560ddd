/** An agent that gets no new token for so long ends. */
export const LAPSES_AFTER_DAYS = 90;

/** How the flow of an agent's identity ends. */
export type AgentEnd = 'revoked' | 'expired' | 'unknown identity';

/** Where an agent's identity stands, as its flow reads it. Ids and times only: it is history in Temporal. */
export type AgentStanding =
  | {
      readonly stage: 'pending' | 'verified';
      readonly workspaceId: string;
      /** Until it ends by itself. */
      readonly waitMs: number;
      /** The mail with the code. */
      readonly isMailDue: boolean;
    }
  | {
      readonly stage: 'over';
      readonly end: AgentEnd;
      readonly workspaceId: string | null;
    };
