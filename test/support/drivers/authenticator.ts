import type { CDPSession, Page } from 'playwright-core';

/** A credential as Chromium describes it. */
export interface VirtualCredential {
  readonly credentialId: string;
  readonly signCount: number;
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly rpId?: string;
}

/** An authenticator in Chromium (CDP, domain WebAuthn). It touches and verifies by itself. */
export interface Authenticator {
  credentials(): Promise<VirtualCredential[]>;
  /** False: whoever sits there is not the person. */
  setVerified(isVerified: boolean): Promise<void>;
  /** False: it waits for a touch that does not come, so lists in fields stay open. */
  setPresence(isPresent: boolean): Promise<void>;
  /** Sets the counter of its only credential. */
  setCounter(signCount: number): Promise<void>;
}

interface AuthenticatorOptions {
  /** True if its credentials may leave the device, and have. */
  readonly synced?: boolean;
}

/** Plugs an authenticator into a page's browser context. */
export async function plugAuthenticator(page: Page, options: AuthenticatorOptions = {}): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: options.synced ?? false,
      defaultBackupState: options.synced ?? false,
    },
  });
  return driveAuthenticator(cdp, authenticatorId);
}

function driveAuthenticator(cdp: CDPSession, authenticatorId: string): Authenticator {
  const credentials = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials as VirtualCredential[];
  return {
    credentials,
    setVerified: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    setPresence: async (enabled) =>
      void (await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    async setCounter(signCount) {
      const [only] = await credentials();
      if (!only) throw new Error('the authenticator has no credential');
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: only.credentialId });
      await cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...only, isResidentCredential: true, signCount } as never,
      });
    },
  };
}
