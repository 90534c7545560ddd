import type { Language } from '../../domain/languages.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Credentials } from '../auth/credentials.ts';

/** Who calls, as far as the edge knows. `source` is what a booking made by this call records. */
export interface Caller {
  readonly ip: string;
  readonly source: BookingSource;
  readonly requestId: string;
  /** What the request shows to prove who sends it; nobody where absent. The dispatcher checks it. */
  readonly credentials?: Credentials;
  /** Of the page that asks: guests are written to in it. Others have none. */
  readonly language?: Language;
  /** The call runs a tool, and is counted as one. */
  readonly asTool?: true;
  /** Aborted when the caller hung up; a handler's also once its deadline has passed. */
  readonly gone?: AbortSignal;
  /** By `performance.now()`: when the caller itself must have answered. A page asks several operations in the time of one. */
  readonly answerByMs?: number;
  /** Told which flow the call is about, for the line of the page that asks. */
  readonly nameFlow?: (workflowId: string) => void;
}
