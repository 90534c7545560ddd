import type { Transaction } from '../database.ts';
import type { Refuse } from '../refusal.ts';
import type { OpenedClaim } from './native-claims.ts';
import type { NativeKey } from './native-key.ts';
import { type NativeSignInRefusal, type NativeSignInRequest, signInByAddress } from './native-sign-in.ts';
import { notePasskeyUse, type PasskeyUse } from './passkeys.ts';
import { readPerson } from './sign-in.ts';

/**
 * The key of a passkey's person, after its signature was verified; a claim if they are an agent without a workspace of its own.
 * @returns null: the passkey is blocked or gone. Keep the transaction
 */
export async function signInByNativePasskey(
  tx: Transaction,
  use: PasskeyUse & { readonly userId: string },
  request: NativeSignInRequest & { readonly isAgentInbox: (email: string) => boolean },
  refuse: Refuse<NativeSignInRefusal>,
): Promise<NativeKey | OpenedClaim | null> {
  if ((await notePasskeyUse(tx, use)) !== 'used') return null;
  const { email, name } = await readPerson(tx, use.userId);
  return signInByAddress(tx, { email, name, isAgentInbox: request.isAgentInbox(email) }, request, refuse);
}
