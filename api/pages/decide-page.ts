import { meetingPlace } from '../../domain/meeting-place.ts';
import { bookerLocal } from '../../domain/time/local.ts';
import { errorStatuses } from '../../schemas/errors.ts';
import type { BookingStatus } from '../../schemas/public-calendar.ts';
import { meetingTime } from '../../web/parts/meeting-time.ts';
import type { NoticeText } from '../../web/parts/notice.tsx';
import { type Decision, decide, viewDecision } from '../booking/decisions.ts';
import { DEADLINE_MS, watched, withDeadline } from '../deadline.ts';
import type { Failure } from '../dispatch.ts';
import { expectedFailure } from '../failures.ts';
import type { Services } from '../handler.ts';
import { hasPageToken, pageTokenFor, stalePage } from './manage-pages.ts';
import { isPassing, waitNotice } from './problems.ts';
import type { Visit } from './visit.ts';

const LONGEST_REASON = 500;

const deadLink = {
  title: 'This link does not work any more',
  text: 'Take the link from the newest mail about the request.',
};

/** An expected error as a page sees it; others are thrown on and become a 500. */
async function outcomeOf<T>(
  services: Services,
  work: (services: Services) => Promise<T>,
): Promise<{ ok: true; output: T } | Failure> {
  try {
    const { flows, waitsFor } = watched(services.flows);
    return {
      ok: true,
      output: await withDeadline(work({ ...services, flows }), { deadlineMs: DEADLINE_MS, waitsFor }),
    };
  } catch (error) {
    const failure = expectedFailure(error);
    if (!failure) throw error;
    const { code, message, details } = failure;
    const wait = details?.retryAfterSeconds;
    return {
      ok: false,
      status: errorStatuses[code],
      envelope: { error: { code, message, ...(details ? { details: { ...details } } : {}) } },
      rate: null,
      ...(typeof wait === 'number' ? { retryAfterSeconds: wait } : {}),
    };
  }
}

async function readDecision(visit: Visit): Promise<Decision | null> {
  visit.keepPrivate();
  const answer = await outcomeOf(visit.kit.services, (services) =>
    viewDecision(services, visit.part('token'), visit.now),
  );
  if (answer.ok) return answer.output;
  if (answer.status === 404) visit.show('problem', deadLink, 404);
  else visit.fail(answer, visit.request.path);
  return null;
}

/** GET {app_url}/decide/{token}: shows the request; the buttons decide. */
export async function showDecide(visit: Visit): Promise<void> {
  const decision = await readDecision(visit);
  if (decision !== null) renderDecide(visit, decision, { notice: doneNotice(visit.query('done'), decision) });
}

/** What a form of this page speaks of: a request that the guest moved meanwhile is another one. */
const shown = (token: string, startMs: number): string => `${token}/${startMs}`;

interface Again {
  readonly notice: NoticeText | null;
  readonly problem?: string;
  readonly status?: number;
}

function renderDecide(visit: Visit, { meeting, status, canDecide }: Decision, again: Again): void {
  const { hostTimezone, guestTimezone, startMs, endMs, decideByMs } = meeting;
  const token = visit.part('token');
  const timeIn = (timezone: string) =>
    meetingTime(new Date(startMs).toISOString(), bookerLocal(startMs, endMs, timezone));
  visit.show(
    'decide',
    {
      eventName: meeting.eventName,
      guestName: meeting.guestName,
      guestEmail: meeting.guestEmail,
      guests: meeting.guests,
      agentEmail: meeting.agentEmail,
      place: meetingPlace(meeting).words,
      time: timeIn(hostTimezone),
      guestTime: guestTimezone === hostTimezone ? null : timeIn(guestTimezone),
      answers: meeting.answers,
      status: status as BookingStatus,
      decideBy: canDecide && decideByMs !== null ? deadlineWords(decideByMs, hostTimezone) : null,
      notice: again.notice,
      action: `/decide/${encodeURIComponent(token)}`,
      pageToken: pageTokenFor(visit, shown(token, startMs)),
      reason: visit.field('reason'),
      problem: again.problem,
    },
    again.status,
  );
}

const deadlineWords = (ms: number, timezone: string): string => {
  const { day, range, zone } = meetingTime('', bookerLocal(ms, ms, timezone));
  return `${day}, ${range.split(' ')[0]} (${zone})`;
};

function doneNotice(done: string | undefined, { status, meeting }: Decision): NoticeText | null {
  const guest = meeting.guestName ?? meeting.guestEmail;
  if (done === 'approve' && status !== 'canceled' && status !== 'pending_confirmation') {
    return { tone: 'success', title: 'Approved', text: `${guest} gets the confirmation by mail.` };
  }
  if (done === 'decline' && status === 'canceled') {
    return { tone: 'success', title: 'Declined', text: `${guest} gets a mail, and the time is free again.` };
  }
  return null;
}

/** POST {app_url}/decide/{token} */
export async function submitDecide(visit: Visit): Promise<void> {
  const decision = await readDecision(visit);
  if (decision === null) return;
  const token = visit.part('token');
  const path = `/decide/${encodeURIComponent(token)}`;
  const choice = visit.field('decision');
  if (choice !== 'approve' && choice !== 'decline') return visit.goTo(path);
  if (!hasPageToken(visit, shown(token, decision.meeting.startMs)))
    return renderDecide(visit, decision, { notice: stalePage, status: 403 });
  const reason = visit.field('reason').trim();
  if (reason.length > LONGEST_REASON) {
    const problem = `Use at most ${LONGEST_REASON} characters.`;
    return renderDecide(visit, decision, { notice: null, problem, status: 400 });
  }
  const answer = await outcomeOf(visit.kit.services, (services) =>
    decide(services, token, {
      decision: choice,
      reason: choice === 'decline' && reason !== '' ? reason : null,
      startMs: decision.meeting.startMs,
    }),
  );
  if (answer.ok) return visit.goTo(`${path}?done=${choice}`);
  refuse(visit, decision, answer, path);
}

function refuse(visit: Visit, decision: Decision, failure: Failure, path: string): void {
  // Decided, canceled or begun meanwhile: the page shows the state as it is now.
  if (failure.status === 409) {
    visit.goTo(path);
  } else if (isPassing(failure)) {
    visit.waitFor(failure);
    renderDecide(visit, decision, { notice: waitNotice(failure), status: failure.status });
  } else {
    visit.fail(failure, path);
  }
}
