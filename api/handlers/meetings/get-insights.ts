import { isAgentSource } from '../../../domain/booking/actors.ts';
import { isoWeeks } from '../../../domain/meetings/insight-weeks.ts';
import { reachOf } from '../../../domain/members/member-reach.ts';
import { parseDate } from '../../../domain/time/civil.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { Input, Output } from '../../../schemas/operation.ts';
import { type insights, MAX_GROUPS } from '../../../schemas/operations/meetings/insights.ts';
import type { BookingSource } from '../../../schemas/shapes/access.ts';
import { type Counts, type Insights, readInsights } from '../../../store/meetings/insights.ts';
import type { Handler } from '../../core/handler.ts';

/** A leap year: from 1 March to the last of February. */
const MAX_DAYS = 366;

/** Members see numbers of their own meetings, managers and above of all. */
export const getInsights: Handler<typeof insights.getInsights> = async ({ sql, actor, now }, input) => {
  requirePeriod(input);
  const { fromDate = null, toDate = null, timeZone = null } = input;
  const period = { fromDate, toDate, timeZone };
  const query = { workspaceId: actor.workspaceId, hostId: reachOf(actor), ...period, now };
  return toAnswer(await readInsights(sql, query));
};

/** @throws AppError request.invalid for a period that is reversed, or longer than a year */
function requirePeriod({ fromDate, toDate }: Input<typeof insights.getInsights>): void {
  if (fromDate === undefined || toDate === undefined) return;
  if (fromDate > toDate) throw invalid([{ path: 'toDate', message: 'must not be before fromDate' }]);
  const days = (parseDate(toDate) ?? 0) - (parseDate(fromDate) ?? 0) + 1;
  if (days > MAX_DAYS)
    throw invalid([{ path: 'toDate', message: `must be at most a year after fromDate; this is ${days} days` }]);
}

const NONE: Counts = { bookings: 0, pending: 0, upcoming: 0, completed: 0, canceled: 0, noShows: 0 };

type Group = Insights['groups'][number];

const countsOf = ({ bookings, pending, upcoming, completed, canceled, noShows }: Counts): Counts => ({
  ...{ bookings, pending, upcoming, completed, canceled, noShows },
});

const withLead = (group: Group) => ({ ...countsOf(group), leadTimeMinutes: group.leadTimeMinutes });

function toAnswer({ fromDate, toDate, timeZone, groups }: Insights): Output<typeof insights.getInsights> {
  const of = (grouping: Group['grouping']) => groups.filter((group) => group.grouping === grouping);
  const [total] = of('total');
  const named = (group: Group) => ({ id: group.key ?? '', name: group.name ?? '' });
  const [eventTypes, hosts] = [of('event_type'), of('host')];
  const weeks = new Map(of('week').map((group) => [group.key, group]));
  return {
    ...{ fromDate, toDate, timeZone },
    total: total ? withLead(total) : { ...NONE, leadTimeMinutes: null },
    byEventType: eventTypes.slice(0, MAX_GROUPS).map((one) => ({ eventType: named(one), ...withLead(one) })),
    eventTypesLeftOut: Math.max(eventTypes.length - MAX_GROUPS, 0),
    byHost: hosts.slice(0, MAX_GROUPS).map((one) => ({ host: named(one), ...countsOf(one) })),
    hostsLeftOut: Math.max(hosts.length - MAX_GROUPS, 0),
    bySource: of('source').map((one) => ({
      source: one.key as BookingSource,
      bookedBy: isAgentSource(one.key ?? '') ? ('agents' as const) : ('people' as const),
      ...withLead(one),
    })),
    byWeek: isoWeeks(fromDate, toDate).map((week) => ({ ...week, ...countsOf(weeks.get(week.monday) ?? NONE) })),
  };
}
