import { bookedBy } from '../../../domain/booking/actors.ts';
import { isScheduled } from '../../../domain/booking/booking-states.ts';
import { reachOf } from '../../../domain/members/member-reach.ts';
import { theirTime } from '../../../domain/prep/claims.ts';
import { intervalView } from '../../../domain/time/local.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Position } from '../../../store/keyset.ts';
import { listMeetingLines, type MeetingLine, readSearchEnd } from '../../../store/meetings/meetings-list.ts';
import { requireAccess, requireKnownFilters } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { backwardsOf, type ReadCursor, readCursor, toPageBothWays, writeCursor } from '../../core/list-cursor.ts';
import { readWhen } from '../../core/when.ts';

const toMeeting = (line: MeetingLine, timeZone: string | undefined) => {
  const [startMs, endMs, zone] = [line.startAt.getTime(), line.endAt.getTime(), timeZone ?? line.hostTimezone ?? 'UTC'];
  return {
    id: line.id,
    ...intervalView(startMs, endMs, zone),
    status: line.status,
    takesPlace: isScheduled(line.status),
    locationType: line.locationType,
    joinUrl: line.joinUrl,
    eventType: { id: line.eventTypeId, name: line.eventName, slug: line.eventSlug },
    host: { id: line.hostId, name: line.hostName, username: line.hostUsername },
    ...(line.otherHosts.length > 0 ? { otherHosts: [...line.otherHosts] } : {}),
    invitee: { name: line.guestName, email: line.guestEmail, timezone: line.guestTimezone },
    theirTime: theirTime({ startMs, endMs, hostTimezone: zone, guest: { timezone: line.guestTimezone } }),
    source: line.source,
    bookedBy: bookedBy(line.maker, line),
    decideBy: line.decideBy?.toISOString() ?? null,
    prepPack: line.prepPack,
    ...(line.endedAs !== null && { endedAs: line.endedAs }),
    ...(line.sample && { sample: true as const }),
    ...(line.testMode && { testMode: true as const }),
  };
};

/** @throws AppError request.invalid for a reversed period */
function periodOf(input: Input<typeof meetings.listMeetings>) {
  const fromMs = input.from === undefined ? undefined : readWhen('from', input.from, input);
  const toMs = input.to === undefined ? undefined : readWhen('to', input.to, input);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
    throw invalid([{ path: 'to', message: 'must be later than from' }]);
  return { fromMs, toMs };
}

/** Members see their own meetings, managers and above all of them. */
export const listMeetings: Handler<typeof meetings.listMeetings> = async (context, input) => {
  const { sql, actor, now } = context;
  const { filter, limit, cursor, hostUserId, eventTypeId, inviteeEmail, guest } = input;
  if (hostUserId !== undefined) requireAccess(actor, hostUserId, 'meetings');
  const list = `meetings/${filter}`;
  const read = async (at: ReadCursor | undefined): Promise<Part> => {
    const query = {
      workspaceId: actor.workspaceId,
      hostId: hostUserId ?? reachOf(actor),
      filter,
      eventTypeId,
      guestEmail: inviteeEmail,
      guest,
      ...periodOf(input),
      now,
      after: at,
      backwards: at?.list === backwardsOf(list),
      limit,
    };
    const until = guest === undefined ? undefined : await readSearchEnd(sql, query);
    return { rows: await listMeetingLines(sql, { ...query, until }), until };
  };
  const { page, nextCursor, previousCursor } = await readPage(list, limit, cursor, read);
  await requireKnownFilters(context, page, {
    hostUserId: { kind: 'person', id: hostUserId },
    eventTypeId: { kind: 'event_type', id: eventTypeId },
  });
  return { meetings: page.map((line) => toMeeting(line, input.timeZone)), nextCursor, previousCursor };
};

/** Rows from a position on. `until`: a search looked no further, and goes on there. */
interface Part {
  readonly rows: readonly MeetingLine[];
  readonly until: Position | undefined;
}

/** The page of a cursor. Where less than a page is left before it, this is the list's first page: some of it may have begun, or be new. */
async function readPage(
  list: string,
  limit: number,
  cursor: string | undefined,
  read: (at: ReadCursor | undefined) => Promise<Part>,
) {
  const at = readCursor([list, backwardsOf(list)], cursor);
  const part = await read(at);
  const isBackwards = at?.list === backwardsOf(list);
  const isStart = isBackwards && part.rows.length < limit && part.until === undefined;
  const [{ rows, until }, from] = isStart ? [await read(undefined), undefined] : [part, at];
  const page = toPageBothWays(rows, limit, { list, at: from });
  if (until === undefined || rows.length > limit) return page;
  return from?.list === backwardsOf(list)
    ? { ...page, previousCursor: writeCursor(backwardsOf(list), until) }
    : { ...page, nextCursor: writeCursor(list, until) };
}
