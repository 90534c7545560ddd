/**
 * Why a call or answer of OAuth brought nothing. canceled: the person said no. refused: the answer does not match our request. away: the
 * provider does not answer. misconfigured: it rejects our registration, for everybody.
 */
export type OAuthFailure = 'canceled' | 'refused' | 'away' | 'misconfigured';

/** OAuth's words (RFC 6749, 4.1.2.1 and 5.2) for reasons other than `refused`. */
const REASONS: Readonly<Record<string, OAuthFailure>> = {
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

/**
 * Reads an error of openid-client by its shape. `detail` has the library's and the protocol's words; never an answer's text.
 * @returns undefined: a fault of ours, neither of the provider nor of the network
 */
export function oauthFailureOf(error: Error): { readonly failure: OAuthFailure; readonly detail: string } | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const word = 'error' in error && typeof error.error === 'string' && WORD.test(error.error) ? error.error : undefined;
  const isOurs = !code.startsWith('OAUTH_');
  if (isAway(error)) return { failure: 'away', detail: isOurs ? 'network' : code };
  if (isOurs) return undefined;
  // The token endpoint rejected our client authentication.
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return { failure: 'misconfigured', detail: code };
  if (word === undefined) return { failure: 'refused', detail: code };
  return { failure: REASONS[word] ?? 'refused', detail: `${code} ${word}` };
}

const isAway = (error: unknown): boolean => {
  // 429: too many at once. It is no answer to what was asked.
  if (error instanceof Response) return error.status >= 500 || error.status === 429;
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || ('code' in error && error.code === 'OAUTH_TIMEOUT')) return true;
  const isNetwork = error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);
  return isNetwork || isAway(error.cause);
};
