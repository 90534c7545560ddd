import type { Transaction } from '../database.ts';
import type { Refuse } from '../refusal.ts';
import { type ClaimRefusal, type NewClaim, type OpenedClaim, openClaim } from './native-claims.ts';
import {
  mintNativeKey,
  type NativeKey,
  type NativeKeyRefusal,
  type NativeKeyRequest,
  ownsWorkspace,
} from './native-key.ts';
import { personOf } from './sign-in.ts';

/** Somebody has proved an address, by a code or at a provider that vouches for it. */
export interface ProvenAddress {
  readonly email: string;
  /** null: not known. */
  readonly name: string | null;
  /** No person reads it. */
  readonly isAgentInbox: boolean;
}

export interface NativeSignInRequest extends NativeKeyRequest {
  /** The operator's address, for an agent's inbox that owns no workspace; others ignore it. */
  readonly prospectEmail: string | null;
  /** Whether that is an agent's inbox, too. */
  readonly isProspectAgent: boolean;
  readonly claim: NewClaim;
}

export type NativeSignInRefusal =
  | NativeKeyRefusal
  | ClaimRefusal
  /** `prospect_invalid`: the inbox itself, or another agent's. `operator_chooses`: a claim names no workspace. */
  | { readonly refused: 'prospect_required' | 'prospect_invalid' | 'operator_chooses' };

/**
 * The key of a proven address, or a claim that its human operator decides. Callers consume the proof in the same transaction, before: one
 * proof gives one key or claim.
 */
export async function signInByAddress(
  tx: Transaction,
  { email, name, isAgentInbox }: ProvenAddress,
  request: NativeSignInRequest,
  refuse: Refuse<NativeSignInRefusal>,
): Promise<NativeKey | OpenedClaim> {
  if (!isAgentInbox || (await ownsWorkspace(tx, email))) {
    const person = await personOf(tx, { email, name, timezone: null, clientIp: request.clientIp });
    return mintNativeKey(tx, person, request, refuse);
  }
  const { prospectEmail, agentName, clientName } = request;
  if (prospectEmail === null) return refuse({ refused: 'prospect_required' });
  if (request.isProspectAgent || prospectEmail.toLowerCase() === email.toLowerCase())
    return refuse({ refused: 'prospect_invalid' });
  if (request.workspaceId !== null) return refuse({ refused: 'operator_chooses' });
  const { claim, isWanted } = request;
  return openClaim(
    tx,
    { ...claim, agentEmail: email, operatorEmail: prospectEmail, agentName, clientName, isWanted },
    refuse,
  );
}
