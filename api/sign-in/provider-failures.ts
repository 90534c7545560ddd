import { type OAuthFailure, oauthFailureOf } from '../../domain/accounts/oauth-failures.ts';

/** Why a sign-in failed. */
export type RefusalReason = OAuthFailure;

export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly reason: RefusalReason;
  /** The library's and the protocol's word for it; never an answer's text. */
  readonly detail: string;

  constructor(reason: RefusalReason, detail: string) {
    super(`The identity provider did not sign anybody in (${reason}, ${detail}).`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Runs the work. Failures of the provider or the network become ProviderRefused; others pass unchanged. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderRefused || !(error instanceof Error)) throw error;
    const found = oauthFailureOf(error);
    throw found ? new ProviderRefused(found.failure, found.detail) : error;
  }
}
