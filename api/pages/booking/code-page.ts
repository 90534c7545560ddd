import { sixDigitsIn } from '../../../domain/booking/six-digits.ts';
import { localParts } from '../../../domain/time/local.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { CODE_LIFETIME_MS, RESEND_AFTER_MS } from '../../../store/booking/code-requests.ts';
import { codeWords } from '../../../texts/en/pages/booking.ts';
import { clockWords, zoneName } from '../../../web/parts/meeting-time.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { Failure } from '../../core/call.ts';
import { isPassing, reasonOf, waitNotice } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { type BookingState, readState, type StepProblem, sealState, timeOf } from './booking-state.ts';
import { bookedPath, confirmPath, requestLink, toMadeBooking, tooOld } from './booking-steps.ts';
import { codeIssueOf, needsCode } from './code-issue.ts';
import { addressOf, eventPath } from './event-address.ts';
import { restoreInput } from './restore-input.ts';
import { isAboutTheSlot, slotProblem } from './slot-notice.ts';
import { detailsInput } from './typed-details.ts';

/** GET …/confirm?s=: asks for the code. Loading changes nothing. After the booking it redirects to the last page. */
export async function showCode(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  const state = readState(visit, address, visit.query('s'));
  if (!state?.challengeToken) return tooOld(visit, address);
  if (await visit.isOverLimit()) return;
  if (!(await toMadeBooking(visit, address, state))) renderCode(visit, address, state);
}

/** "14:08 (Berlin, Central European Time)" */
const clockIn = (visit: Visit, ms: number, timezone: string): string =>
  `${clockWords(localParts(ms, timezone).timeLocal, visit.locale)} (${zoneName(timezone, visit.locale)})`;

/** Seconds until a new code can be requested. The page counts down from now: a browser's clock may be wrong. */
function resendInSeconds(visit: Visit, { codeUntilMs }: BookingState): number {
  const leftMs = codeUntilMs - CODE_LIFETIME_MS + RESEND_AFTER_MS - visit.now;
  return Math.max(0, Math.min(Math.ceil(leftMs / 1_000), RESEND_AFTER_MS / 1_000));
}

/** Shown in place of the step's own notice. `code`: as typed, to be sent again. */
interface Again {
  readonly notice: NoticeText;
  readonly status: number;
  readonly code: string;
}

function renderCode(visit: Visit, address: EventAddress, state: BookingState, again?: Again): void {
  const { event, startUtc, timezone, typed, codeUntilMs, problem } = state;
  const { urls, localMailbox } = visit.kit.services;
  const path = eventPath(address);
  const sealed = sealState(visit, address, state);
  visit.setOptions({ entry: 'code' });
  visit.show(
    'code',
    {
      eventName: event.name,
      hostName: event.hostName,
      time: timeOf(startUtc, event.durationMinutes, timezone, visit.locale),
      email: typed.email.trim(),
      byApproval: event.byApproval ?? false,
      codeUntil: clockIn(visit, codeUntilMs, timezone),
      notice: again?.notice ?? codeNotice(visit, state),
      problem: problem === null ? undefined : typoWords(visit, problem),
      code: again?.code ?? '',
      codeUsable: !isOver(visit, state),
      resendInSeconds: resendInSeconds(visit, state),
      state: sealed,
      timezone,
      confirmAction: `${path}/confirm`,
      resendAction: `${path}/resend`,
      editHref: `${path}${queryText({ startAt: startUtc, timezone, s: sealed })}`,
      mailboxHref: localMailbox ? `${urls.appUrl}/dev/mailbox${queryText({ to: typed.email.trim() })}` : null,
    },
    again?.status ?? 200,
  );
}

type DeadReason = keyof typeof codeWords.dead;

/** Why the code no longer works; null if it works. */
const deadReason = (problem: StepProblem | null): DeadReason | null =>
  problem !== null && Object.hasOwn(codeWords.dead, problem.reason) ? (problem.reason as DeadReason) : null;

/** True if the guest needs a new code. */
const isOver = ({ now }: Visit, { problem, codeUntilMs }: BookingState): boolean =>
  codeUntilMs <= now || deadReason(problem) !== null;

function codeNotice(visit: Visit, state: BookingState): NoticeText | null {
  const words = visit.words(codeWords);
  const dead = deadReason(state.problem) ?? (isOver(visit, state) ? 'code_expired' : null);
  if (dead !== null) return { tone: dead === 'code_used' ? 'warning' : 'error', ...words.dead[dead] };
  if (state.problem !== null) return null;
  if (state.sent === 'again') return { tone: 'success', title: words.sent, text: words.sentHint };
  if (state.sent === 'first') return null;
  return { tone: 'info', title: words.tooSoon, text: words.tooSoonHint(resendInSeconds(visit, state)) };
}

function typoWords(visit: Visit, { reason, attemptsLeft }: StepProblem): string | undefined {
  const words = visit.words(codeWords);
  if (reason === 'code_malformed') return words.malformed;
  if (reason !== 'code_invalid') return undefined;
  return attemptsLeft === undefined ? words.wrong : `${words.wrong} ${words.triesLeft(attemptsLeft)}`;
}

/** POST …/confirm. A problem goes into the address of the same step: a reload never uses another try. */
export async function submitCode(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  const state = readState(visit, address, visit.field('s'));
  if (!state?.challengeToken) return tooOld(visit, address);
  const code = sixDigitsIn(visit.field('code'));
  if (code === null) return back(visit, address, state, { reason: 'code_malformed' });
  // Read first: if the event needs no code, a typed code proves nothing.
  const proved = await needsCode(visit, state);
  const answer = await visit.ask('booking', 'confirm', { challengeToken: state.challengeToken, code });
  if (!answer.ok) return refuseCode(visit, address, state, answer);
  visit.goTo(bookedPath(visit, address, state, { ...answer.output.booking, proved }));
}

const back = (visit: Visit, address: EventAddress, state: BookingState, problem: StepProblem): void =>
  visit.goTo(confirmPath(visit, address, { ...state, sent: 'first', problem }));

function refuseCode(visit: Visit, address: EventAddress, state: BookingState, failure: Failure): void {
  const reason = reasonOf(failure);
  const left = failure.envelope.error.details?.attemptsLeft;
  if (reason === 'code_invalid' || deadReason({ reason }) !== null) {
    back(visit, address, state, { reason, ...(typeof left === 'number' ? { attemptsLeft: left } : {}) });
  } else {
    refuseStep(visit, address, { ...state, problem: null }, failure);
  }
}

/** The time is taken: back to the details, which offer other times and keep the input. The code stays valid. */
function toDetails(visit: Visit, address: EventAddress, state: BookingState, failure: Failure): void {
  const s = sealState(visit, address, { ...state, problem: slotProblem(failure) });
  visit.goTo(`${eventPath(address)}${queryText({ timezone: state.timezone, s })}`);
}

/**
 * POST …/resend. Requests a new code, then the link again: if the old code is dead, the new challenge does not have the
 * booking's details yet. The second call adds them and mails nothing.
 */
export async function resendCode(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  const state = readState(visit, address, visit.field('s'));
  if (!state?.challengeToken) return tooOld(visit, address);
  if (await toMadeBooking(visit, address, state)) return;
  const details = detailsInput(await restoreInput(visit, state));
  const guest = { email: details.email, ...(details.name === undefined ? {} : { name: details.name }) };
  const before = await codeIssueOf(visit, state);
  const sent = await visit.ask('booking', 'requestCode', { ...address, ...guest, startAt: state.startUtc });
  if (!sent.ok) return refuseStep(visit, address, state, sent);
  const codeUntilMs = visit.now + sent.output.codeExpiresInSeconds * 1_000;
  // Within half a minute of the last mail nothing is mailed, and the last code stays valid.
  const isSame = !isOver(visit, state) && before !== null && before === (await codeIssueOf(visit, state));
  const fresh: BookingState = { ...state, sent: isSame ? 'too_soon' : 'again', problem: null, codeUntilMs };
  const link = await requestLink(visit, address, { startUtc: state.startUtc, timezone: state.timezone, details });
  if (!link.ok) return refuseStep(visit, address, state, link);
  // The event needs no code any more: the details step books.
  if (!link.output.codeNeeded) return tooOld(visit, address);
  visit.goTo(confirmPath(visit, address, { ...fresh, ...link.output.progress }));
}

/** A failure that is not about the code: another time, a short wait, or a page of its own. */
function refuseStep(visit: Visit, address: EventAddress, state: BookingState, failure: Failure): void {
  if (isAboutTheSlot(failure)) {
    toDetails(visit, address, state, failure);
  } else if (isPassing(failure)) {
    visit.waitFor(failure);
    const code = sixDigitsIn(visit.field('code')) ?? '';
    renderCode(visit, address, state, { notice: waitNotice(failure, visit.locale), status: failure.status, code });
  } else {
    visit.fail(failure, confirmPath(visit, address, state));
  }
}
