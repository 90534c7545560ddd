/**
 * Why a sign-in failed. canceled: the person canceled it there. refused: the answer does not match our request.
 * away: the provider does not answer. misconfigured: it rejects our registration, for everybody.
 */
export type RefusalReason = 'canceled' | 'refused' | 'away' | 'misconfigured';

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

/** OAuth's words (RFC 6749, 4.1.2.1 and 5.2) for reasons other than `refused`. */
const REASONS: Readonly<Record<string, RefusalReason>> = {
  access_denied: 'canceled',
  server_error: 'away',
  temporarily_unavailable: 'away',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  unsupported_response_type: 'misconfigured',
  unsupported_grant_type: 'misconfigured',
  invalid_scope: 'misconfigured',
  redirect_uri_mismatch: 'misconfigured',
};
const WORD = /^[a-z_]{1,40}$/;

/** Runs the work. Failures of the provider or the network become ProviderRefused; others pass unchanged. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof Error && refusalOf(error)) || error;
  }
}

function refusalOf(error: Error): ProviderRefused | undefined {
  if (error instanceof ProviderRefused) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const word = 'error' in error && typeof error.error === 'string' && WORD.test(error.error) ? error.error : undefined;
  const isOurs = !code.startsWith('OAUTH_');
  if (isAway(error)) return new ProviderRefused('away', isOurs ? 'network' : code);
  if (isOurs) return undefined;
  // The token endpoint rejected our client authentication.
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return new ProviderRefused('misconfigured', code);
  if (word === undefined) return new ProviderRefused('refused', code);
  return new ProviderRefused(REASONS[word] ?? 'refused', `${code} ${word}`);
}

const isAway = (error: unknown): boolean => {
  if (error instanceof Response) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || ('code' in error && error.code === 'OAUTH_TIMEOUT')) return true;
  const isNetwork = error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);
  return isNetwork || isAway(error.cause);
};
