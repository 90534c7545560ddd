import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Scope } from '../../schemas/shapes/access.ts';

/** The key or session of a request, not yet checked. */
export type Credentials =
  | { readonly kind: 'none' }
  /** An Authorization header; `token` is empty where it is not a Bearer one. */
  | {
      readonly kind: 'bearer';
      readonly token: string;
      /** The header X-Svc-Agent-Intent: the consent of the person for whom the key acts. */
      readonly intent?: string | undefined;
    }
  | {
      readonly kind: 'session';
      readonly token: string;
      readonly csrfToken: string | undefined;
      readonly workspaceId: string | undefined;
      /** As of a key. A session takes none. */
      readonly intent?: string | undefined;
    }
  /** The token of a connected app. `access` null: it is none that the connector takes, or is expired. */
  | {
      readonly kind: 'grant';
      readonly token: string;
      readonly access: ConnectorToken | null;
      readonly isExpired: boolean;
    };

/** The content of a connector access token. Workspace, role and end are those of its grant, read at each call. */
export interface ConnectorToken {
  readonly grantId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
}

export const NO_CREDENTIALS: Credentials = { kind: 'none' };

/** Spec, Authentication 7. */
export const INTENT_HEADER = 'x-svc-agent-intent';

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

/** Node joins a header that is sent twice with a comma, which no token has: it is then refused. */
const intentOf = ({ headers }: IncomingMessage): { readonly intent?: string } => {
  const intent = headers[INTENT_HEADER];
  return intent === undefined ? {} : { intent: String(intent) };
};

/** The key of a request. Ignores cookies. */
export const bearerOf = (request: IncomingMessage): Credentials => {
  const { authorization } = request.headers;
  if (authorization === undefined) return NO_CREDENTIALS;
  return { kind: 'bearer', token: BEARER.exec(authorization)?.[1] ?? '', ...intentOf(request) };
};

/** A key wins over a session: it is sent on purpose. */
export const credentialsOf = (request: IncomingMessage, cookieName: string): Credentials => {
  const { headers } = request;
  if (headers.authorization !== undefined) return bearerOf(request);
  const token = cookieOf(headers.cookie, cookieName);
  if (!token) return NO_CREDENTIALS;
  return {
    kind: 'session',
    token,
    csrfToken: single(headers['x-csrf-token']),
    workspaceId: single(headers['x-workspace-id']),
    ...intentOf(request),
  };
};

/** Identifies a caller for the rate limit, without a look-up; undefined: count by address. An app is one caller, whatever token it has. */
export const fingerprintOf = (credentials: Credentials): string | undefined => {
  if (credentials.kind === 'none') return undefined;
  const shown = (credentials.kind === 'grant' && credentials.access?.grantId) || credentials.token;
  return createHash('sha256').update(shown).digest('base64url').slice(0, 22);
};
