/** Why a host did not answer, or was not asked. */
export type OutboundFailure =
  | 'timeout'
  /** The DNS knows no such host. */
  | 'not_found'
  /** The host has an address that is not public, or a name that is never one of the public internet: that was not asked for. */
  | 'forbidden_address'
  /** Not http or https, another port than 80 and 443, a name and password in it, or a way from https to http. */
  | 'forbidden_url'
  /** The caller's `mayVisit` said no. */
  | 'not_allowed'
  | 'unreachable'
  | 'tls'
  | 'too_large'
  | 'wrong_type'
  | 'too_many_redirects'
  /** No HTTP, or a body that is not compressed as it says. */
  | 'unreadable';

/** Stays inside `outbound/`: callers get the reason. It holds no address and no part of a URL. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...code, ...inner.flatMap(codesOf)];
};

const TLS = /^(?:ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|ERR_OSSL_)/;
const UNREADABLE =
  /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZSTD|ERR_PADDING|ERR_BUFFER)/;
const TIMEOUT = /^(?:ETIMEDOUT|ETIMEOUT|ECANCELLED|UND_ERR_.*TIMEOUT|ABORT_ERR)$/;

/** What an error of the DNS, of a socket, of TLS or of HTTP means. Unknown ones: unreachable. */
export function outboundFailureOf(error: unknown): OutboundFailure {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at.reason;
  const codes = codesOf(error);
  const isOne = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code));
  if (isOne(TIMEOUT)) return 'timeout';
  if (isOne(TLS)) return 'tls';
  // undici gives some of these no code.
  if (isOne(UNREADABLE) || (error instanceof Error && error.name === 'HTTPParserError')) return 'unreadable';
  return isOne(/^(?:ENOTFOUND|ENODATA)$/) ? 'not_found' : 'unreachable';
}
