import type { IncomingMessage } from 'node:http';
import type { AppError } from '../../schemas/errors.ts';
import type { Services } from '../core/services.ts';

/** The text of an answer to another service. It never states a reason. */
export interface InboundAnswer {
  readonly status: number;
  /** text/plain */
  readonly text?: string;
  /** Instead of a text. */
  readonly json?: object;
  /** Instead of both: what a path of the API refuses, in the envelope of its contract. */
  readonly error?: AppError;
  /** A secret was wrong. */
  readonly isWrong?: boolean;
}

/** A message of another service. */
export interface InboundMessage {
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** For the log. */
  readonly requestId: string;
}

export type InboundServices = Pick<Services, 'sql' | 'secrets' | 'flowClient' | 'paymentPages' | 'log'> & {
  /** Counts a webhook of payments: `received`, or why it was refused. */
  readonly onWebhook: (result: string) => void;
};
