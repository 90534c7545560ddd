import { z } from 'zod';
import { findMeetingPlace, type MeetingPlace } from '../../../store/meetings/meeting-place.ts';
import { foreseeLookUp } from '../../../store/prep/refresh-pack.ts';
import { prepWords } from '../../../texts/en/pages/prep.ts';
import { translated } from '../../../texts/translated.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { findPageSession, type PageSession } from '../../auth/page-session.ts';
import { readCookie } from '../../auth/session-cookie.ts';
import type { Caller, Failure } from '../../core/call.ts';
import { lookUpSettingOf } from '../../handlers/prep/look-up-setting.ts';
import { isPassing, reasonOf, stalePage, waitNotice } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { prepProps } from './prep-view.ts';

const UUID = z.uuid();

/** `missing`: the same for a meeting of another workspace, so who may not see it learns nothing of it. */
function showProblem(visit: Visit, problem: 'missing' | 'notYours', status: 403 | 404): void {
  const { problems, home } = translated(prepWords, visit.locale.language);
  visit.show('problem', { ...problems[problem], link: { href: '/', label: home } }, status);
}

/** A list of meetings, or a meeting: where a link to this page may stand. */
const MEETINGS = /^\/meetings(\/[0-9a-f-]{36})?(\?[\w&=%.~+-]*)?$/;

/** Where the reader came from, as the link says; undefined: from somewhere else, as from a mail. */
function cameFrom(visit: Visit): string | undefined {
  const from = visit.query('from');
  return from !== undefined && MEETINGS.test(from) ? from : undefined;
}

/** The page itself. It remembers where its reader came from. */
const pathOf = (visit: Visit, bookingId: string): string =>
  `/meetings/${encodeURIComponent(bookingId)}/prep${queryText({ from: cameFrom(visit) })}`;

/** A meeting in a workspace of the signed-in person. What they may do there, the operations decide. */
interface Open {
  readonly bookingId: string;
  readonly session: PageSession;
  readonly place: MeetingPlace;
}

/** null: another page was shown. */
async function requirePlace(visit: Visit): Promise<Open | null> {
  if (await visit.isOverLimit()) return null;
  const { services } = visit.kit;
  const bookingId = UUID.safeParse(visit.part('bookingId')).data;
  const session = await findPageSession(services, visit.request, visit.response);
  if (session === null) {
    visit.goTo(`/login${queryText({ return_to: pathOf(visit, visit.part('bookingId')) })}`);
    return null;
  }
  const { userId } = session.person;
  const place = bookingId === undefined ? undefined : await findMeetingPlace(services.sql, { bookingId, userId });
  if (bookingId !== undefined && place) {
    visit.speak(place.language);
    return { bookingId, session, place };
  }
  showProblem(visit, 'missing', 404);
  return null;
}

/** The signed-in person as a caller of operations. @param csrfToken as the form sent it; reads need none */
const callerOf = (visit: Visit, { place: { workspaceId } }: Open, csrfToken?: string): Caller => ({
  ...visit.caller,
  source: 'dashboard',
  credentials: {
    kind: 'session',
    token: readCookie(visit.request, visit.kit.services.urls) ?? '',
    ...{ csrfToken, workspaceId },
  },
});

/** GET {app_url}/meetings/{bookingId}/prep: what its host should know before the meeting. */
export async function showPrep(visit: Visit): Promise<void> {
  const open = await requirePlace(visit);
  if (open !== null) await render(visit, open);
}

interface Again {
  readonly notice: NoticeText;
  readonly status: number;
}

async function render(visit: Visit, open: Open, again?: Again): Promise<void> {
  const { bookingId, session, place } = open;
  const caller = callerOf(visit, open);
  const [meeting, pack, enrichment] = await Promise.all([
    visit.ask('meetings', 'getMeeting', { bookingId }, caller),
    visit.ask('prep', 'getPrepPack', { bookingId }, caller),
    visit.ask('prep', 'getEnrichment', { bookingId }, caller),
  ]);
  if (!meeting.ok) return refuse(visit, open, meeting);
  if (!pack.ok) return refuse(visit, open, pack);
  if (!enrichment.ok && reasonOf(enrichment) !== 'no_enrichment') return refuse(visit, open, enrichment);
  const { services } = visit.kit;
  const { sql } = services;
  const forecast = await foreseeLookUp(sql, bookingId, await lookUpSettingOf(services, sql, bookingId));
  visit.setOptions({ entry: 'prep' });
  const props = prepProps({
    ...{ meeting: meeting.output, pack: pack.output, enrichment: enrichment.ok ? enrichment.output : null },
    ...{ place, forecast, nowMs: visit.now, locale: visit.locale, from: cameFrom(visit) },
  });
  visit.show(
    'prep',
    { ...props, action: pathOf(visit, bookingId), csrfToken: session.csrfToken, notice: again?.notice ?? null },
    again?.status ?? 200,
  );
}

function refuse(visit: Visit, { bookingId }: Open, failure: Failure): void {
  // Left the workspace, or signed out, since the page began.
  if (failure.status === 404) showProblem(visit, 'missing', 404);
  else if (failure.status === 403) showProblem(visit, 'notYours', 403);
  else if (failure.status === 401) visit.goTo(`/login${queryText({ return_to: pathOf(visit, bookingId) })}`);
  else visit.fail(failure, pathOf(visit, bookingId));
}

/** POST: the pack is made anew, by the operation that agents call. */
export async function submitPrep(visit: Visit): Promise<void> {
  const open = await requirePlace(visit);
  if (open === null) return;
  const { bookingId } = open;
  const caller = callerOf(visit, open, visit.field('csrfToken'));
  const answer = await visit.ask('prep', 'refreshPrepPack', { bookingId }, caller);
  // Over meanwhile: the page shows that.
  if (answer.ok || answer.status === 409) return visit.goTo(pathOf(visit, bookingId));
  if (reasonOf(answer) === 'csrf_mismatch')
    return render(visit, open, { notice: stalePage(visit.locale), status: answer.status });
  if (!isPassing(answer)) return refuse(visit, open, answer);
  visit.waitFor(answer);
  return render(visit, open, { notice: waitNotice(answer, visit.locale), status: answer.status });
}
