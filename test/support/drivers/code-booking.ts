import { codeFor, iso } from '../factories/meeting.ts';
import type { Stack } from '../stack/stack.ts';
import { newGuest } from './guest.ts';
import { createHost, type EventSettings, type TestHost } from './host.ts';
import { type Caller, callerOver, outputOf, type Surface } from './surfaces.ts';

const SOON_MS = 120_000;

/** A guest who has a code. */
export interface CodeHolder {
  readonly host: TestHost;
  readonly guest: string;
  readonly code: string;
  readonly starts: number[];
}

/** The two calls by which a guest books over a surface. */
export interface CodeBooking extends Caller {
  /** A guest of a host (by default a new host) requests a code and reads it. */
  readonly ready: (settings?: EventSettings, given?: TestHost) => Promise<CodeHolder>;
  /** Sends the code, by default for the first open start. `from` is the client's address. */
  readonly book: (
    holder: CodeHolder,
    more?: Readonly<Record<string, unknown>>,
    from?: string,
  ) => ReturnType<typeof sendCode>;
}

const sendCode = (
  { call }: Caller,
  { host, guest, code, starts }: CodeHolder,
  more: Readonly<Record<string, unknown>> = {},
  from?: string,
) => {
  const invitee = { email: guest, timezone: 'Europe/Berlin' };
  return call('book', { ...host.address, startAt: iso(starts[0] ?? 0), code, invitee, ...more }, from);
};

/** For tests of the answers of `book` to a code. */
export function codeBookingOver(surface: Surface, stack: () => Stack): CodeBooking {
  const caller = callerOver(surface, stack);
  return {
    ...caller,
    ready: async (settings = {}, given) => {
      const host = given ?? (await createHost(stack().sql, settings));
      const guest = newGuest();
      outputOf(await caller.call('requestCode', { ...host.address, email: guest }));
      const code = await codeFor(stack(), guest);
      // A start within the next minutes may pass while the test runs.
      const starts = (await host.openStarts()).filter((startMs) => startMs > Date.now() + SOON_MS);
      return { host, guest, code, starts };
    },
    book: (holder, more, from) => sendCode(caller, holder, more, from),
  };
}
