import type { Transaction } from '../database.ts';
import type { Refuse } from '../refusal.ts';
import { linkAccount, noteLinkedUse } from './linked-accounts.ts';
import type { OpenedClaim } from './native-claims.ts';
import type { NativeKey } from './native-key.ts';
import { type NativeSignInRefusal, type NativeSignInRequest, signInByAddress } from './native-sign-in.ts';
import { readPerson } from './sign-in.ts';

/** A person as a checked token of Apple's says it. */
export interface ProvenByApple {
  readonly issuer: string;
  readonly subject: string;
  readonly verifiedEmail: string | null;
  /** From the app, on the first consent only. */
  readonly name: string | null;
  readonly nonceHash: Buffer;
  readonly goodUntilMs: number;
}

/** `nonce_used`: this token was taken before. `no_address`: a new person needs an address that Apple vouches for. */
export interface TokenRefusal {
  readonly refused: 'nonce_used' | 'no_address';
}

export type AppleRefusal = NativeSignInRefusal | TokenRefusal;

/**
 * The key, or the claim, of a person at Apple. Known by the subject, else linked to the person of the verified address, else made. The nonce
 * is used up in the same transaction: a refusal leaves the token good.
 */
export async function signInByApple(
  tx: Transaction,
  { issuer, subject, verifiedEmail, name, nonceHash, goodUntilMs }: ProvenByApple,
  request: NativeSignInRequest & { readonly isAgentInbox: (email: string) => boolean },
  refuse: Refuse<AppleRefusal>,
): Promise<NativeKey | OpenedClaim> {
  const { count } = await tx`
    insert into apple_nonces (nonce_hash, expires_at) values (${nonceHash}, ${new Date(goodUntilMs)})
    on conflict (nonce_hash) do nothing`;
  if (count === 0) return refuse({ refused: 'nonce_used' });
  const account = { provider: 'apple', issuer, subject } as const;
  const known = await noteLinkedUse(tx, account);
  const email = known ? (await readPerson(tx, known.userId)).email : verifiedEmail;
  if (email === null) return refuse({ refused: 'no_address' });
  const address = { email, name, isAgentInbox: request.isAgentInbox(email) };
  const signedIn = await signInByAddress(tx, address, request, refuse);
  if (known || !('keyId' in signedIn)) return signedIn;
  const link = { ...account, userId: signedIn.user.id, email };
  return { ...signedIn, linkedNow: await linkAccount(tx, link, { source: 'host_api', clientIp: request.clientIp }) };
}
