import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { CreationOptions, NewCredential, RequestOptions, SignedChallenge } from '../../schemas/shapes/passkeys.ts';
import type { Enrolment } from '../../store/accounts/passkey-challenges.ts';
import { CHALLENGE_SECONDS } from '../../store/accounts/passkey-challenges.ts';
import type { StoredCredential } from '../../store/accounts/passkeys.ts';

/** The relying party: the host of the app's address, and pages of that origin alone (WebAuthn, "relying party"). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

export const relyingPartyOf = (appUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
};

const CHALLENGE_BYTES = 32;
/** As long as WebAuthn allows. */
const HANDLE_BYTES = 64;
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;
/** EdDSA, ES256, RS256 (IANA, COSE algorithms): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

export const newChallenge = (): Buffer => randomBytes(CHALLENGE_BYTES);
export const newUserHandle = (): Buffer => randomBytes(HANDLE_BYTES);

/** The bytes of a credential id. Padding is the sender's affair. */
export const credentialIdOf = ({ id }: { readonly id: string }): Buffer => Buffer.from(id, 'base64url');

/** Loaded by the first passkey: most processes answer without it at first. */
export const loadPasskeyLibrary = async () => {
  const [server, { decodeClientDataJSON }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, decodeClientDataJSON };
};

/** Options for a sign-in. They name no passkey, so they reveal nothing about accounts. */
export const requestOptions = (party: RelyingParty, challenge: Buffer): z.input<typeof RequestOptions> => ({
  challenge: challenge.toString('base64url'),
  timeout: TIMEOUT_MS,
  rpId: party.id,
  allowCredentials: [],
  userVerification: 'required',
});

interface Enrolling extends Enrolment {
  readonly party: RelyingParty;
  readonly serviceName: string;
  readonly challenge: Buffer;
  readonly person: { readonly email: string; readonly name: string };
}

/** Options for a new passkey. It must be discoverable: at sign-in nobody types who they are. */
export const creationOptions = (enrolling: Enrolling): z.input<typeof CreationOptions> => {
  const { party, serviceName, challenge, person, userHandle, known } = enrolling;
  return {
    challenge: challenge.toString('base64url'),
    timeout: TIMEOUT_MS,
    rp: { id: party.id, name: serviceName },
    user: { id: userHandle.toString('base64url'), name: person.email, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
};

/** A credential that an authenticator made, and what it says of itself. */
export interface MadeCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

const unpadded = (text: string): string => text.replace(/=+$/, '');
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Checks a registration: challenge, origin, relying party, user verification, key. null: anything is wrong. */
export async function readNewCredential(
  party: RelyingParty,
  challenge: Buffer,
  { id, rawId, response }: NewCredential,
): Promise<MadeCredential | null> {
  const { verifyRegistrationResponse, decodeClientDataJSON } = await loadPasskeyLibrary();
  try {
    const clientDataJSON = unpadded(response.clientDataJSON);
    if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: unpadded(id),
        rawId: unpadded(rawId),
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: unpadded(response.attestationObject) },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    // The envelope's id must be the one that the authenticator made.
    if (credential.id !== unpadded(id)) return null;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (response.transports ?? []).filter((transport) => TRANSPORTS.has(transport)),
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws the same kind of error for all that can be wrong with a credential.
    return null;
  }
}

/** The authenticator’s data from the signature. */
export interface SignedUse {
  readonly counter: number;
  readonly backedUp: boolean;
}

/**
 * Checks a signed challenge against a stored passkey: challenge, origin, relying party, user verification, person, signature. The
 * counter is for the store to judge: here it could be a forged one. null: anything is wrong.
 */
export async function readSigned(
  party: RelyingParty,
  challenge: Buffer,
  { id, rawId, response }: SignedChallenge,
  stored: StoredCredential,
): Promise<SignedUse | null> {
  const { verifyAuthenticationResponse, decodeClientDataJSON } = await loadPasskeyLibrary();
  const userHandle = unpadded(response.userHandle ?? '');
  if (userHandle !== '' && !Buffer.from(userHandle, 'base64url').equals(stored.userHandle)) return null;
  try {
    const clientDataJSON = unpadded(response.clientDataJSON);
    if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: unpadded(id),
        rawId: unpadded(rawId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData: unpadded(response.authenticatorData),
          signature: unpadded(response.signature),
        },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: unpadded(id), publicKey: new Uint8Array(stored.publicKey), counter: 0 },
    });
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    // The backup eligibility never changes (WebAuthn, 7.2).
    if (!verified || (credentialDeviceType === 'multiDevice') !== stored.backupEligible) return null;
    return { counter: newCounter, backedUp: credentialBackedUp };
  } catch {
    return null;
  }
}
