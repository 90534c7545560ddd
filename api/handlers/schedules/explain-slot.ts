import { type BookingPage, crewOf, pageOfMember } from '../../../domain/booking-page.ts';
import { reachOf } from '../../../domain/member-reach.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { stretchView } from '../../../domain/time/local-view.ts';
import type { schedules } from '../../../schemas/schedules.ts';
import type { HostFindings } from '../../../schemas/slot-explanation.ts';
import { readAddress, readPageById, readSnapshot } from '../../../store/booking-pages.ts';
import { noSuchEventType } from '../../../store/change-event-types.ts';
import { readEventOwner, readNameable } from '../../../store/explain-slot.ts';
import { readClaimsOf } from '../../../store/page-snapshot.ts';
import type { ActingContext, Handler } from '../../handler.ts';
import { requireReach } from '../../hosting/reach.ts';
import { clashesOf, type HostFacts, judgeHost, toHostFindings } from '../../schedules/host-findings.ts';
import { alternatives } from '../../slots/open-times.ts';
import { readWhen } from '../../when.ts';

type Context = ActingContext<typeof schedules.explainSlot>;

/** The page as each of its hosts has it: of a team's event every member. */
const pagesOf = (page: BookingPage): BookingPage[] =>
  page.team ? page.team.members.map((member) => pageOfMember(page, member)) : [page];

/** @throws AppError resource.not_found (event_type_not_found), auth.forbidden (not_yours) */
async function pageInReach({ sql, actor }: Context, eventTypeId: string) {
  const owner = await readEventOwner(sql, { workspaceId: actor.workspaceId, eventTypeId });
  const page = owner && (await readPageById(sql, eventTypeId));
  if (!page) throw noSuchEventType();
  const isOnTeam = page.team?.members.some(({ host }) => host.id === actor.userId) ?? false;
  if (!isOnTeam) requireReach(actor, owner.hostId ?? '', 'event types');
  return { page, isArchived: owner.archivedAt !== null };
}

/** Whether the event is offered where each of its hosts is judged: of a round robin one free member is enough. */
function isOffered(page: BookingPage, hosts: readonly HostFindings[]): boolean {
  const offers = (hostId: string) => hosts.some(({ host, offered }) => host.id === hostId && offered);
  if (!page.team) return offers(page.host.id);
  const { all, oneOf } = crewOf(page.team);
  if (all.length + oneOf.length === 0) return false;
  return all.every(({ host }) => offers(host.id)) && (oneOf.length === 0 || oneOf.some(({ host }) => offers(host.id)));
}

const refusalOf = (hosts: readonly HostFindings[]) =>
  hosts.find(({ offered }) => !offered)?.findings.find(({ passes }) => !passes);

function summaryOf(page: BookingPage, offered: boolean, hosts: readonly HostFindings[], display: string): string {
  const what = `"${page.eventType.name}" is ${offered ? '' : 'not '}offered at ${display}`;
  const free = hosts.filter((host) => host.offered).length;
  const ofTeam = page.team ? ` ${free} of ${hosts.length} members of the team offer it.` : '';
  const why = offered ? '' : ` ${refusalOf(hosts)?.sentence ?? ''}`;
  return `${what}.${ofTeam}${why}`.trim();
}

/** The nearest starts that are offered, from the same reading as the public list. */
async function nearest({ sql, now }: Context, page: BookingPage, startMs: number, timezone: string) {
  const snapshot = await readSnapshot(sql, await readAddress(sql, page.eventType.id), now);
  if (!snapshot) return [];
  return alternatives(snapshot, startMs, timezone, now).map(({ startUtc, endUtc, bookerLocal }) => ({
    startAt: startUtc,
    endAt: endUtc,
    local: bookerLocal,
  }));
}

export const explainSlot: Handler<typeof schedules.explainSlot> = async (context, input) => {
  const { sql, actor, now } = context;
  const { page, isArchived } = await pageInReach(context, input.eventTypeId);
  const startMs = readWhen('startAt', input.startAt, input);
  const pages = pagesOf(page);
  const hostIds = pages.map(({ host }) => host.id);
  const claims = await readClaimsOf(sql, hostIds, page, { startMs, endMs: startMs + 1 });
  const judged = pages.map((one) => {
    const facts: HostFacts = { page: one, claims: claims.get(one.host.id) ?? [], isArchived, now };
    return judgeHost(facts, startMs);
  });
  const clashIds = judged.flatMap(clashesOf).map(({ bookingId }) => bookingId);
  const nameable = await readNameable(sql, clashIds, { workspaceId: actor.workspaceId, hostId: reachOf(actor) });
  const hosts = judged.map((one) => toHostFindings(one, nameable));
  const timezone = input.timeZone ?? page.host.timezone ?? 'UTC';
  const stretch = stretchView(startMs, startMs + page.rules.durationMinutes * MINUTE_MS, timezone);
  const offered = isOffered(page, hosts);
  return {
    offered,
    reason: offered ? null : (refusalOf(hosts)?.rule ?? 'no_schedule'),
    summary: summaryOf(page, offered, hosts, stretch.local.display),
    eventType: { id: page.eventType.id, name: page.eventType.name, slug: page.eventType.slug },
    ...stretch,
    hosts,
    alternatives: await nearest(context, page, startMs, timezone),
  };
};
