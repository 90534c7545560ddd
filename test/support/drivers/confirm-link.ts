import { iso } from '../factories/meeting.ts';
import type { Stack } from '../stack/stack.ts';
import { newGuest } from './guest.ts';
import { createHost, type TestHost } from './host.ts';
import { http } from './http.ts';
import { callerOver } from './surfaces.ts';

interface Confirmed {
  readonly booking: { readonly id: string; readonly startAt: string; readonly status: string };
  readonly error: { readonly code: string; readonly details: Record<string, unknown> };
}

export const tokenOf = (confirmUrl: string): string => confirmUrl.slice(confirmUrl.lastIndexOf('/') + 1);

/** GETs a confirmUrl as an agent does. */
export const confirm = async (confirmUrl: string, code?: string) => {
  const answer = await http(code === undefined ? confirmUrl : `${confirmUrl}?code=${code}`);
  return { status: answer.status, body: answer.json() as never as Confirmed };
};

/** The calls of a client that can only GET: requests a link that books a start. */
export function confirmLinks(stack: () => Stack) {
  const { call } = callerOver('REST', stack);
  return {
    call,
    /** Requests a link (GET otp) for a start of a host. */
    ask: (
      host: TestHost,
      email: string,
      startMs: number,
      more: Readonly<Record<string, unknown>> = {},
      from?: string,
    ) =>
      call(
        'requestConfirmLink',
        { ...host.address, email, startAt: iso(startMs), timezone: 'Asia/Kolkata', ...more },
        from,
      ),
    newCase: async (settings = {}) => {
      const [host, guest] = [await createHost(stack().sql, settings), newGuest()];
      const starts = await host.openStarts();
      return { host, guest, starts, startMs: starts[3] ?? 0 };
    },
  };
}
