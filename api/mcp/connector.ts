import type { IncomingMessage } from 'node:http';
import { isWellFormedKey, keyHash } from '../../domain/access/api-key.ts';
import { CONNECTOR_SCOPES, scopesFor } from '../../domain/oauth/connector-scopes.ts';
import { AppError } from '../../schemas/errors.ts';
import type { Areas, Operation } from '../../schemas/operation.ts';
import type { Scope } from '../../schemas/shapes/access.ts';
import { keyIdOf } from '../../store/access/api-keys.ts';
import { readConnectorToken } from '../auth/connector-token.ts';
import { bearerOf, type Credentials } from '../auth/credentials.ts';
import { type Dispatcher, type Failure, failureOf } from '../core/call.ts';
import { requestIdOf } from '../core/request.ts';
import type { Services } from '../core/services.ts';
import type { Tool } from '../core/tools.ts';
import { RESOURCE_METADATA_PATH } from '../oauth/connector-metadata.ts';
import { COMMON_INSTRUCTIONS, inAppMcp } from './in-app.ts';
import { calledTools } from './limits.ts';
import type { McpService } from './service.ts';

type Parts = Pick<Services, 'secrets' | 'urls' | 'sql' | 'log' | 'legacyKeyPrefix'>;

const INSTRUCTIONS = [
  'Work in the one workspace that the person chose when they connected you, with their role there. Call get_workspace first: it says who',
  'they are, what you may do, and which links to share. The list holds the tools that you may run; it changes with their role.',
  ...COMMON_INSTRUCTIONS,
].join('\n');

const ALL_SCOPES = CONNECTOR_SCOPES.join(' ');

/** RFC 6750 and RFC 9728. `invalid_token` only if one was sent. */
const challenge = (
  { urls }: Pick<Parts, 'urls'>,
  scope: string,
  error?: 'invalid_token' | 'insufficient_scope',
): string =>
  [
    `Bearer resource_metadata="${urls.mcpUrl}${RESOURCE_METADATA_PATH}"`,
    `scope="${scope}"`,
    ...(error === undefined ? [] : [`error="${error}"`]),
  ].join(', ');

/** A bearer token as the connector reads it. Keys are tokens that it does not take. */
async function credentialsFor(parts: Parts, request: IncomingMessage): Promise<Credentials> {
  const shown = bearerOf(request);
  if (shown.kind !== 'bearer') return shown;
  const read = await readConnectorToken(parts, shown.token, Date.now());
  const isExpired = read === 'expired';
  return { kind: 'grant', token: shown.token, access: isExpired ? null : read, isExpired };
}

const neededScopes = ({ auth }: Operation): readonly Scope[] => (typeof auth === 'object' ? scopesFor(auth.scope) : []);

/** A workspace key at the connector is the wrong address or the wrong credential: operators see whose key it is. */
async function noteKey({ sql, log, legacyKeyPrefix }: Parts, request: IncomingMessage): Promise<void> {
  const shown = bearerOf(request);
  if (shown.kind !== 'bearer' || !isWellFormedKey(shown.token, legacyKeyPrefix)) return;
  const keyId = await keyIdOf(sql, keyHash(shown.token)).catch(() => undefined);
  if (keyId !== undefined)
    log.info(
      { requestId: requestIdOf(request), keyId },
      'the connector refused a workspace key: it takes sign-ins alone',
    );
}

/** Returns the scopes that the called tools need and the token lacks, as one answer before any tool runs. */
function stepUp(parts: Parts, called: readonly Tool[], allowed: readonly Scope[]): Failure | null {
  const needed = new Set(called.flatMap(({ operation }) => neededScopes(operation)));
  if ([...needed].every((scope) => allowed.includes(scope))) return null;
  const scopes = scopesFor(needed.has('workspace.act') ? 'workspace.act' : 'workspace.read');
  const error = new AppError(
    'auth.forbidden',
    `Needs ${scopes.join(' and ')}; this app was allowed ${allowed.join(' and ') || 'nothing'}. Ask the person to allow more: sign in again with these scopes.`,
    { reason: 'scope_missing', scopes: allowed, neededScopes: scopes },
  );
  return { ...failureOf(error, null), challenge: challenge(parts, scopes.join(' '), 'insufficient_scope') };
}

/** The workspace tools for apps that people connected by OAuth: the same catalog and code as for keys. */
export const connectorMcp = (contract: Areas, dispatcher: Dispatcher, parts: Parts): McpService => {
  const service = inAppMcp(contract, dispatcher, (request) => credentialsFor(parts, request));
  return {
    ...service,
    instructions: INSTRUCTIONS,
    async callerOf(request, from) {
      const entered = await service.callerOf(request, from);
      if (entered.ok || entered.status !== 401) return entered;
      await noteKey(parts, request);
      const error = request.headers.authorization === undefined ? undefined : 'invalid_token';
      return { ...entered, challenge: challenge(parts, ALL_SCOPES, error) };
    },
    // Clients look by GET and HEAD for the way to sign in.
    refusalOfProbe({ headers }) {
      if (headers.authorization !== undefined) return null;
      const message = 'Sign in by OAuth; the header WWW-Authenticate says where.';
      const error = new AppError('auth.required', message, { reason: 'token_missing' });
      return { ...failureOf(error, null), challenge: challenge(parts, ALL_SCOPES) };
    },
    refusalOf({ caller: { credentials } }, messages) {
      const access = credentials?.kind === 'grant' ? credentials.access : null;
      return stepUp(parts, calledTools(messages, service.tools), access?.scopes ?? []);
    },
  };
};
