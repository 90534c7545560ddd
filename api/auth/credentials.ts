import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request shows to prove who sends it. Nothing here is checked. */
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

/** `__Host-` binds the cookie to this host and to https; plain http on localhost cannot have it. */
export const sessionCookieName = (appUrl: string): string =>
  appUrl.startsWith('https:') ? '__Host-holdfast' : 'holdfast';

/** The value of a cookie as it was sent; nothing here is decoded. */
export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
};

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The key of a request; its cookies are not looked at. */
export const bearerOf = ({ headers: { authorization } }: IncomingMessage): Credentials =>
  authorization === undefined ? NOBODY : { kind: 'bearer', token: BEARER.exec(authorization)?.[1] ?? '' };

/** A key goes before a session: whoever sends one means it. */
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

/** Tells callers apart for the rate limit, before anything is looked up; undefined: by their address alone. */
export const fingerprintOf = (credentials: Credentials): string | undefined =>
  credentials.kind === 'none'
    ? undefined
    : createHash('sha256').update(credentials.token).digest('base64url').slice(0, 22);
