/** What an agent asks for by a native claim: the mail and the page say it in these words. */
export const CLAIM_ASKS = 'An agent asks to work in your workspace';
