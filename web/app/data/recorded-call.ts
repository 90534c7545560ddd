import type { RestCall } from '../../../schemas/rest-call.ts';

/** A call, as it is sent. */
export interface CallToMake extends RestCall {
  /** the tool that does the same; undefined: no agent can */
  readonly tool: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

let note: ((call: CallToMake) => void) | null = null;

export const isRecording = (): boolean => note !== null;

/** True if somebody looks at what would be sent: then it is not sent. */
export function noteCall(call: CallToMake): boolean {
  note?.(call);
  return note !== null;
}

/**
 * Does what a press would do, up to its first call, which is noted and not sent: what comes after it never runs. All of it is synchronous, so that
 * no other call of the page is taken for it.
 */
export function recordedCall(press: () => void): CallToMake | null {
  let first: CallToMake | null = null;
  note = (call) => {
    first ??= call;
  };
  try {
    press();
  } finally {
    note = null;
  }
  return first;
}
