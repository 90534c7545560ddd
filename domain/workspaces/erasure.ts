/** For so long an owner can bring a deleted workspace back. */
export const GRACE_DAYS = 14;

/** A meeting, mail or calendar that holds the erasure up is waited for so long after its day. The end of charges is waited for without a limit. */
export const MOST_DELAY_DAYS = 7;

/** After a refusal of the payment provider, charges are ended again so much later: operators may have acted. */
export const CHARGES_AGAIN_MS = 3_600_000;

/** How a flow of an erasure ends. restored: an owner brought the workspace back. */
export type ErasureEnd = 'erased' | 'restored';

/** What a step of an erasure found, or did. */
export type ErasureStep =
  /** `waiting` for its day; `settling`: mails, calendars, meetings that run and payment pages come to an end first. */
  | { readonly stage: 'waiting' | 'settling'; readonly waitMs: number }
  /** Next, nothing is to be paid for it any more. */
  | { readonly stage: 'paying' }
  /** Some meetings were canceled, by these ids: their flows mail everyone concerned. */
  | { readonly stage: 'canceling'; readonly canceled: readonly string[] }
  /** Some rows were deleted. */
  | { readonly stage: 'erasing' }
  | { readonly stage: ErasureEnd };
