import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { type Holder, readingAt } from './holder.ts';
import { type PeriodKind, readPeriod } from './periods.ts';

/** One page of the list; the next ones by nextCursor. */
const MEETINGS_A_PAGE = 25;
const JSON_TYPE = 'application/json';

/** The way to read each kind (RFC 6570). `timeZone`: default is that of the reader's hours. */
export const TEMPLATES = [
  {
    uriTemplate: 'holdfast://bookings/{id}',
    name: 'booking',
    title: 'A meeting',
    description: 'One meeting in full: time, guest, answers, notes, status. As get_meeting answers it.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'holdfast://days/{date}{?timeZone}',
    name: 'day',
    title: 'A day',
    description: 'Your meetings of a day. date: today, or YYYY-MM-DD.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'holdfast://weeks/{date}{?timeZone}',
    name: 'week',
    title: 'A week',
    description: 'Your meetings from Monday to Sunday. date: today, or any day of the week.',
    mimeType: JSON_TYPE,
  },
] as const;

const FIXED_RESOURCES = [
  { uri: 'holdfast://days/today', name: 'today', title: 'Today', description: 'Your meetings of today.' },
  { uri: 'holdfast://weeks/today', name: 'this-week', title: 'This week', description: 'Your meetings of this week.' },
].map((resource) => ({ ...resource, mimeType: JSON_TYPE }));

interface Line {
  readonly id: string;
  readonly local: { readonly display: string };
  readonly status: string;
  readonly eventType: { readonly name: string };
  readonly host: { readonly name: string };
}

/** Without words of guests: a list is read by a model before anybody has asked for the meeting. */
const listed = ({ id, local, status, eventType, host }: Line) => ({
  uri: `holdfast://bookings/${id}`,
  name: `booking-${id}`,
  title: `${eventType.name}: ${local.display}`,
  description: `${status}, with ${host.name} as host`,
  mimeType: JSON_TYPE,
});

/** Today, this week, and the upcoming meetings that the reader sees. Empty for who sees none. */
export async function listResources(holder: Holder, cursor: string | undefined) {
  if (!holder.mayRun('list_meetings')) return { resources: [] };
  const { meetings, nextCursor } = await holder.ask<{ meetings: Line[]; nextCursor: string | null }>('list_meetings', {
    limit: MEETINGS_A_PAGE,
    ...(cursor !== undefined && { cursor }),
  });
  return {
    resources: [...(cursor === undefined ? FIXED_RESOURCES : []), ...meetings.map(listed)],
    ...(nextCursor !== null && { nextCursor }),
  };
}

const BOOKING = /^holdfast:\/\/bookings\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const PERIOD = /^holdfast:\/\/(days|weeks)\/([\w-]{1,10})(?:\?timeZone=([^&#]{1,100}))?$/;

const zoneIn = (encoded: string | undefined): string | undefined => {
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};

async function contentOf(holder: Holder, uri: string): Promise<object> {
  const booking = BOOKING.exec(uri);
  if (booking) return holder.ask('get_meeting', { bookingId: booking[1] });
  const [, kind, date = '', timeZone] = PERIOD.exec(uri) ?? [];
  if (kind === undefined) throw new ResourceNotFoundError(uri);
  return readPeriod(holder, kind as PeriodKind, { date, timeZone: zoneIn(timeZone) });
}

/**
 * A resource as JSON. `untrusted` in it names the fields with words of guests.
 * @throws ProtocolError -32602, with the uri alone in `data`, for one that is not there or not the reader's
 */
export async function readResource(holder: Holder, uri: string) {
  const content = await readingAt(uri, () => contentOf(holder, uri));
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(content) }] };
}
