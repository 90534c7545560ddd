import type { Language } from '../../domain/languages.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Credentials } from '../auth/credentials.ts';
import type { Sleep } from './deadline.ts';

/** The caller, before authentication. A booking made by this call records `source`. */
export interface Caller {
  readonly ip: string;
  readonly source: BookingSource;
  readonly requestId: string;
  /** Key or session of the request, if any. The dispatcher checks it. */
  readonly credentials?: Credentials;
  /** Language of the calling web page, for mails to the guest. */
  readonly language?: Language;
  /** Its region, such as US; absent: none is named. */
  readonly region?: string;
  /** The call runs a tool: it refuses unknown arguments, and one with a key is counted as a tool. */
  readonly asTool?: true;
  /** Aborted when the caller hangs up; in a handler also at its deadline. */
  readonly gone?: AbortSignal;
  /** The caller's own deadline (`performance.now()`). A web page runs several operations in the time of one. */
  readonly answerByMs?: number;
  /** Of the call that runs this one as a tool: its deadline does not count the tool's sleep either. */
  readonly sleep?: Sleep;
  /** Receives the flow's id, for the log line of the calling web page. */
  readonly nameFlow?: (workflowId: string) => void;
}
