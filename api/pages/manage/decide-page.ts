import type { z } from 'zod';
import { isScheduled } from '../../../domain/booking/booking-states.ts';
import type { decisions } from '../../../schemas/operations/booking/decisions.ts';
import { problemWords } from '../../../texts/en/pages/frame.ts';
import { decideWords } from '../../../texts/en/pages/meeting.ts';
import { meetingTime, momentWords } from '../../../web/parts/meeting-time.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { Failure } from '../../core/call.ts';
import { hasPageToken, pageTokenFor } from '../shell/page-token.ts';
import { deadDecideLink, isPassing, stalePage, waitNotice } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';

/** A request behind a link in the host's mail, with the data of its page. */
interface Decision {
  readonly token: string;
  readonly path: string;
  readonly view: z.output<typeof decisions.viewDecision.output>;
}

async function readDecision(visit: Visit): Promise<Decision | null> {
  const token = visit.part('token');
  const path = `/decide/${encodeURIComponent(token)}`;
  const answer = await visit.ask('booking', 'viewDecision', { token });
  if (answer.ok) return { token, path, view: answer.output };
  if (answer.status === 404 || answer.status === 400) visit.show('problem', deadDecideLink(visit.locale), 404);
  else visit.fail(answer, path);
  return null;
}

/** GET {app_url}/decide/{token}: shows the request; the buttons decide. */
export async function showDecide(visit: Visit): Promise<void> {
  const decision = await readDecision(visit);
  if (decision !== null) renderDecide(visit, decision, { notice: doneNotice(visit, decision) });
}

/** The subject of this page's form. If the guest moves the request, its subject changes, and an older form is refused. */
const formSubject = ({ token, view }: Decision, startAt = view.booking.startAt): string =>
  `${token}/${Date.parse(startAt)}`;

interface Again {
  readonly notice: NoticeText | null;
  readonly problem?: string;
  readonly status?: number;
}

function renderDecide(visit: Visit, decision: Decision, again: Again): void {
  const { booking, movedFrom, eventType, place, host, invitee, guests, agentEmail, answers, canDecide, decideBy } =
    decision.view;
  const [startMs, endMs] = [Date.parse(booking.startAt), Date.parse(booking.endAt)];
  const timeIn = (timezone: string, fromMs = startMs) =>
    meetingTime(fromMs, fromMs + endMs - startMs, timezone, visit.locale);
  visit.show(
    'decide',
    {
      eventName: eventType.name,
      guestName: invitee.name,
      guestEmail: invitee.email,
      guests,
      agentEmail,
      place,
      time: timeIn(host.timezone),
      before: movedFrom && timeIn(host.timezone, Date.parse(movedFrom.startAt)),
      wasMeeting: movedFrom?.wasMeeting ?? false,
      guestTime: invitee.timezone === host.timezone ? null : timeIn(invitee.timezone),
      answers,
      status: booking.status,
      decideBy: canDecide && decideBy !== null ? momentWords(Date.parse(decideBy), host.timezone, visit.locale) : null,
      notice: again.notice,
      clash: clashNotice(visit, decision.view),
      action: decision.path,
      pageToken: pageTokenFor(visit, formSubject(decision)),
      startAt: booking.startAt,
      reason: visit.field('reason'),
      problem: again.problem,
      // A canceled meeting has nothing to prepare; a request gets its pack when it is approved.
      meetingHref: isScheduled(booking.status) ? `/meetings/${booking.id}` : null,
      prepHref: isScheduled(booking.status) ? `/meetings/${booking.id}/prep` : null,
    },
    again.status,
  );
}

/** What came into the hosts' calendars since the request. */
function clashNotice(visit: Visit, { clashes, host: { timezone } }: Decision['view']): NoticeText | null {
  if (clashes.length === 0) return null;
  const words = visit.words(decideWords);
  const times = clashes.map(({ host, startAt, endAt }) => {
    const { day, range } = meetingTime(Date.parse(startAt), Date.parse(endAt), timezone, visit.locale);
    return `${host}: ${day}, ${range}`;
  });
  return { tone: 'warning', title: words.clash, text: words.clashHint(times.join('; ')) };
}

function doneNotice(visit: Visit, { view: { booking, invitee } }: Decision): NoticeText | null {
  const words = visit.words(decideWords);
  const done = visit.query('done');
  const guest = invitee.name ?? invitee.email;
  if (done === 'approve' && booking.status !== 'canceled' && booking.status !== 'pending_confirmation') {
    return { tone: 'success', title: words.approved, text: words.approvedHint(guest) };
  }
  if (done === 'decline' && booking.status === 'canceled') {
    return { tone: 'success', title: words.declined, text: words.declinedHint(guest) };
  }
  return null;
}

/** Why a form is refused: the request was moved while it was open, or it is too old. */
function staleNotice(visit: Visit, decision: Decision): NoticeText {
  if (!hasPageToken(visit, formSubject(decision, visit.field('startAt')))) return stalePage(visit.locale);
  const { hasMoved, hasMovedHint } = visit.words(decideWords);
  return { tone: 'warning', title: hasMoved, text: hasMovedHint };
}

/** POST {app_url}/decide/{token} */
export async function submitDecide(visit: Visit): Promise<void> {
  const decision = await readDecision(visit);
  if (decision === null) return;
  const choice = visit.field('decision');
  if (choice !== 'approve' && choice !== 'decline') return visit.goTo(decision.path);
  if (!hasPageToken(visit, formSubject(decision)))
    return renderDecide(visit, decision, { notice: staleNotice(visit, decision), status: 403 });
  const { token, path, view } = decision;
  const seen = { token, startAt: view.booking.startAt };
  const reason = visit.field('reason').trim();
  const answer =
    choice === 'approve'
      ? await visit.ask('booking', 'approveFromMail', seen)
      : await visit.ask('booking', 'declineFromMail', { ...seen, ...(reason === '' ? {} : { reason }) });
  if (answer.ok) return visit.goTo(`${path}?done=${choice}`);
  refuse(visit, decision, answer);
}

function refuse(visit: Visit, decision: Decision, failure: Failure): void {
  const { status } = failure;
  if (status === 409) {
    // Decided, canceled or started meanwhile: the page shows the current state.
    visit.goTo(decision.path);
  } else if (status === 400) {
    const problem = visit.words(problemWords).plainText;
    renderDecide(visit, decision, { notice: null, problem, status });
  } else if (isPassing(failure)) {
    visit.waitFor(failure);
    renderDecide(visit, decision, { notice: waitNotice(failure, visit.locale), status });
  } else {
    visit.fail(failure, decision.path);
  }
}
