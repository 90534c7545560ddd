import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sql } from 'postgres';
import { tokenHash } from '../../domain/secrets.ts';
import { decideRequest } from '../../store/oauth/artifacts.ts';
import { calls, type OAuthProblem } from './oauth-call.ts';
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

/** A request whose app is not known now: its registration was cleared away, or its document can't be read. */
export interface AppProblem {
  readonly problem: OAuthProblem;
}

const UNKNOWN: AppProblem = { problem: { error: 'invalid_client', status: 400 } };

/** Of an app with a document: it can't be read, or is none any more. */
const NO_APP = new Set(['invalid_client', 'invalid_client_metadata', 'invalid_redirect_uri']);

/** @throws what is no word about the app, such as a database that is away */
function problemOf(error: unknown): AppProblem {
  const { error: word, status } =
    error instanceof Error ? (error as Error & { error?: unknown; status?: unknown }) : {};
  if (typeof word === 'string' && NO_APP.has(word)) return UNKNOWN;
  const retryAfterSeconds = calls.getStore()?.retryAfterSeconds;
  // Too many documents were read for this address. Other parts that are away have an error of their own.
  if (word === 'temporarily_unavailable' && status === 429)
    return { problem: { error: word, status, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) } };
  throw error;
}

type Client = NonNullable<Awaited<ReturnType<OAuthProvider['Client']['find']>>>;

const appOf = async (provider: OAuthProvider, clientId: string): Promise<{ readonly client: Client } | AppProblem> => {
  try {
    const client = await provider.Client.find(clientId);
    return client ? { client } : UNKNOWN;
  } catch (error) {
    return problemOf(error);
  }
};

/** The request of a browser, or why it can't be shown; null: there is none, or it is over. */
export async function readPendingRequest(
  provider: OAuthProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<PendingRequest | AppProblem | null> {
  const details = await provider.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'SessionNotFound') return null;
    throw error;
  });
  if (!details) return null;
  const { client_id: clientId, redirect_uri: redirectUri, scope } = details.params;
  if (typeof clientId !== 'string' || typeof redirectUri !== 'string') return null;
  const app = await appOf(provider, clientId);
  if ('problem' in app) return app;
  const { client } = app;
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
