/**
 * Why nobody is signed in. canceled: the person changed their mind there. refused: the answer is not one to our question.
 * away: the provider does not answer. misconfigured: it does not take our registration, whoever comes.
 */
export type RefusalReason = 'canceled' | 'refused' | 'away' | 'misconfigured';

export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly reason: RefusalReason;
  /** The library's word for it, and the protocol's; never an answer's own text. */
  readonly detail: string;

  constructor(reason: RefusalReason, detail: string) {
    super(`The identity provider did not sign anybody in (${reason}, ${detail}).`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Words of OAuth (RFC 6749, 4.1.2.1 and 5.2) that more than one answer to one question stands behind. */
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

/** Does the work; what the provider or the way to it is at fault for becomes ProviderRefused, and nothing else does. */
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
  // A token endpoint that asks us to authenticate has refused how we did.
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
