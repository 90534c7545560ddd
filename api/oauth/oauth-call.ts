import { AsyncLocalStorage } from 'node:async_hooks';
import type { OAuthEndpoint } from './paths.ts';

/** The context of one request to the server. */
export interface OAuthCall {
  readonly ip: string;
  readonly requestId: string;
  /** By `performance.now()`. */
  readonly startedMs: number;
  /** Undefined: the page of consent asks. */
  readonly endpoint: OAuthEndpoint | undefined;
  /** Set if the answer is a page for a person. */
  problem?: OAuthProblem;
  /** The error of the protocol, for the log. */
  error?: string;
  /** The app that asks: as it was sent, until it is known; for the log. */
  clientId?: string;
  /** The client's document that was counted for this request; past the limit only a kept one may answer. */
  document?: { readonly url: string; readonly isKeptOnly: boolean };
  /** Why the client's document, or its keys, can't serve; for the log. */
  documentFault?: string;
  /** For Retry-After of a 429. */
  retryAfterSeconds?: number;
}

/** Why a request of an app can't go on, in the words of the protocol. */
export interface OAuthProblem {
  readonly error: string;
  readonly status: number;
  /** Set if waiting helps. */
  readonly retryAfterSeconds?: number;
}

/** The request that is being answered. */
export const calls = new AsyncLocalStorage<OAuthCall>();
