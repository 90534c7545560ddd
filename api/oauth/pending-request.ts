import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sql } from 'postgres';
import { tokenHash } from '../../domain/secrets.ts';
import { decideRequest } from '../../store/oauth/artifacts.ts';
import type { OAuthProvider } from './provider.ts';

/** An authorization request that waits for a person. */
export interface PendingRequest {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string | undefined;
  readonly redirectUri: string;
  /** Asked for; narrowed to what we have. */
  readonly scopes: readonly string[];
  /** The person has decided already. */
  readonly isDecided: boolean;
}

/** The request of a browser; null: there is none, it is over, or its app is gone. */
export async function readPendingRequest(
  provider: OAuthProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<PendingRequest | null> {
  const details = await provider.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'SessionNotFound') return null;
    throw error;
  });
  if (!details) return null;
  const { client_id: clientId, redirect_uri: redirectUri, scope } = details.params;
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined;
  if (!client || typeof redirectUri !== 'string') return null;
  return {
    id: details.jti,
    ...{ clientId: client.clientId, clientName: client.clientName, redirectUri },
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    isDecided: details.result !== undefined,
  };
}

/** Denies the request of a browser, unless it was decided before. */
export async function denyRequest(
  provider: OAuthProvider,
  sql: Sql,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { jti } = await provider.interactionDetails(request, response);
  await decideRequest(sql, tokenHash(jti), { error: 'access_denied', error_description: 'the person refused' });
}
