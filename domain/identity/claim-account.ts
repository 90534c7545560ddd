/** Where a person takes the account that an agent made for them: they sign in by a link in their own mail. */
export const claimAccountUrl = (appUrl: string): string => `${appUrl}/login?return_to=/`;
