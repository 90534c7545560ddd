/** How long a person can decide. */
export const WORKSPACE_CLAIM_DAYS = 7;

export type WorkspaceClaimEnd = 'accepted' | 'refused' | 'expired' | 'withdrawn' | 'undeliverable';
export type WorkspaceClaimStatus = 'pending' | WorkspaceClaimEnd;

/** Where a claim stands after a look. Words and times only: it is history in Temporal. */
export type WorkspaceClaimStanding =
  | { readonly stage: 'pending'; readonly waitMs: number; readonly isMailDue: boolean }
  | { readonly stage: 'over'; readonly end: WorkspaceClaimEnd };

/** How a mail with a claim ends. `late`: it is over already. */
export type ClaimMailEnd = 'mailed' | 'undeliverable' | 'late';
