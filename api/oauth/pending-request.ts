import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OAuthProvider } from './provider.ts';

/** An authorization request that waits for a person. */
export interface PendingRequest {
  readonly clientId: string;
  readonly clientName: string | undefined;
  readonly redirectUri: string;
  /** Asked for; narrowed to what we have. */
  readonly scopes: readonly string[];
  /** The person has decided already. */
  readonly isDecided: boolean;
}

/** What a person decided. */
export type Decision = { readonly userId: string; readonly grantId: string } | 'deny';

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
    ...{ clientId: client.clientId, clientName: client.clientName, redirectUri },
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    isDecided: details.result !== undefined,
  };
}

/** Stores a decision. @returns the path at which the browser goes on */
export async function storeDecision(
  provider: OAuthProvider,
  request: IncomingMessage,
  response: ServerResponse,
  decision: Decision,
): Promise<string> {
  const result =
    decision === 'deny'
      ? { error: 'access_denied', error_description: 'the person refused' }
      : { login: { accountId: decision.userId, remember: false }, consent: { grantId: decision.grantId } };
  const next = await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
  return new URL(next).pathname;
}
