import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The key or session of a request, not yet checked. */
export type Credentials =
  | { readonly kind: 'none' }
  /** An Authorization header; `token` is empty where it is not a Bearer one. */
  | { readonly kind: 'bearer'; readonly token: string }
  | {
      readonly kind: 'session';
      readonly token: string;
      readonly csrfToken: string | undefined;
      readonly workspaceId: string | undefined;
    };

export const NOBODY: Credentials = { kind: 'none' };

const BEARER = /^Bearer +([^\s]+) *$/i;

/** `__Host-` binds the cookie to this host and https; not possible on http://localhost. */
export const sessionCookieName = (appUrl: string): string =>
  appUrl.startsWith('https:') ? '__Host-holdfast' : 'holdfast';

/** The value of a cookie as sent, not decoded. */
export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
};

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The key of a request. Ignores cookies. */
export const bearerOf = ({ headers: { authorization } }: IncomingMessage): Credentials =>
  authorization === undefined ? NOBODY : { kind: 'bearer', token: BEARER.exec(authorization)?.[1] ?? '' };

/** A key wins over a session: it is sent on purpose. */
export const credentialsOf = (request: IncomingMessage, cookieName: string): Credentials => {
  const { headers } = request;
  if (headers.authorization !== undefined) return bearerOf(request);
  const token = cookieOf(headers.cookie, cookieName);
  if (!token) return NOBODY;
  return {
    kind: 'session',
    token,
    csrfToken: single(headers['x-csrf-token']),
    workspaceId: single(headers['x-workspace-id']),
  };
};

/** Identifies a caller for the rate limit, without a look-up; undefined: count by address. */
export const fingerprintOf = (credentials: Credentials): string | undefined =>
  credentials.kind === 'none'
    ? undefined
    : createHash('sha256').update(credentials.token).digest('base64url').slice(0, 22);
