import { localParts } from '../../domain/time/local.ts';
import { zoneName } from '../../web/parts/meeting-time.ts';
import type { NoticeText } from '../../web/parts/notice.tsx';
import type { Failure } from '../dispatch.ts';
import { type BookingState, readState, type StepProblem, sealState, timeOf } from './booking-state.ts';
import { bookedPath, confirmPath, requestLink, toMadeBooking } from './booking-steps.ts';
import { addressOf, type EventAddress, eventPath, timesHref } from './event-address.ts';
import { expiredStep, isPassing, reasonOf, waitNotice } from './problems.ts';
import { isAboutTheSlot, slotProblem } from './slot-notice.ts';
import { detailsInput } from './typed-details.ts';
import { queryText, type Visit } from './visit.ts';
import { chosenZone } from './zones.ts';

/** GET …/confirm?s=: asks for the code. Loading it does nothing, however often; once it is typed, it leads to what was booked. */
export async function showCode(visit: Visit): Promise<void> {
  visit.keepPrivate();
  const address = addressOf(visit);
  const state = readState(visit, address, visit.query('s'));
  if (!state?.challengeToken) return tooOld(visit, address);
  if (!(await toMadeBooking(visit, address, state))) renderCode(visit, address, state);
}

export const tooOld = (visit: Visit, address: EventAddress): void =>
  visit.show(
    'problem',
    { ...expiredStep, link: { href: timesHref(address, chosenZone(visit)), label: 'Pick a time' } },
    410,
  );

/** "14:08 (Europe/Berlin)" */
const clock = (ms: number, timezone: string): string => `${localParts(ms, timezone).timeLocal} (${zoneName(timezone)})`;

function renderCode(visit: Visit, address: EventAddress, state: BookingState, notice?: NoticeText, status = 200): void {
  const { event, startUtc, timezone, typed, heldUntilUtc, codeUntilMs, problem } = state;
  const { urls, localMailbox } = visit.kit.services;
  const heldUntilMs = heldUntilUtc === null ? 0 : Date.parse(heldUntilUtc);
  const late = codeUntilMs <= visit.now;
  const path = eventPath(address);
  const sealed = sealState(visit, address, state);
  visit.show(
    'code',
    {
      eventName: event.name,
      hostName: event.hostName,
      time: timeOf(startUtc, event.durationMinutes, timezone, visit.locale),
      email: typed.email.trim(),
      heldUntil: heldUntilMs > visit.now ? clock(heldUntilMs, timezone) : null,
      codeUntil: clock(codeUntilMs, timezone),
      notice: notice ?? codeNotice(state, late),
      problem: problem === null ? undefined : typoWords(problem),
      codeUsable: !late && !isDead(problem),
      state: sealed,
      timezone,
      confirmAction: `${path}/confirm`,
      resendAction: `${path}/resend`,
      editHref: `${path}${queryText({ startAt: startUtc, timezone, s: sealed })}`,
      mailboxHref: localMailbox ? `${urls.appUrl}/dev/mailbox${queryText({ to: typed.email.trim() })}` : null,
    },
    status,
  );
}

const DEAD: Readonly<Record<string, NoticeText>> = {
  code_expired: { tone: 'error', title: 'That code is too old', text: 'Codes work for ten minutes.' },
  code_burned: { tone: 'error', title: 'Too many wrong codes', text: 'That code can’t be used any more.' },
  code_used: {
    tone: 'warning',
    title: 'That code has been used already',
    text: 'If you have a confirmation mail, your meeting is booked.',
  },
  unknown_challenge: {
    tone: 'error',
    title: 'That code can’t be used any more',
    text: 'The request behind it is gone.',
  },
};

const isDead = (problem: StepProblem | null): boolean => problem !== null && problem.reason in DEAD;

function codeNotice({ problem, resent }: BookingState, late: boolean): NoticeText | null {
  if (problem !== null && isDead(problem)) return DEAD[problem.reason] ?? null;
  if (late) return DEAD.code_expired ?? null;
  if (!resent || problem !== null) return null;
  return { tone: 'success', title: 'A new code is on its way', text: 'Only the newest code works.' };
}

function typoWords({ reason, attemptsLeft }: StepProblem): string | undefined {
  if (reason === 'code_malformed') return 'Enter the six digits from the mail.';
  if (reason !== 'code_invalid') return undefined;
  if (attemptsLeft === undefined) return 'That is not the code we mailed you.';
  return `That is not the code we mailed you. ${attemptsLeft === 1 ? 'One try is' : `${attemptsLeft} tries are`} left.`;
}

/** POST …/confirm. What went wrong goes into the address of the same step: a reload never costs another try. */
export async function submitCode(visit: Visit): Promise<void> {
  visit.keepPrivate();
  const address = addressOf(visit);
  const state = readState(visit, address, visit.field('s'));
  if (!state?.challengeToken) return tooOld(visit, address);
  const code = visit.field('code').replaceAll(/[\s-]/g, '');
  if (!/^[0-9]{6}$/.test(code)) return back(visit, address, state, { reason: 'code_malformed' });
  const answer = await visit.ask('publicBooking', 'confirm', { challengeToken: state.challengeToken, code });
  if (!answer.ok) return refuseCode(visit, address, state, answer);
  visit.goTo(bookedPath(visit, address, state, answer.output.booking));
}

const back = (visit: Visit, address: EventAddress, state: BookingState, problem: StepProblem): void =>
  visit.goTo(confirmPath(visit, address, { ...state, resent: false, problem }));

function refuseCode(visit: Visit, address: EventAddress, state: BookingState, failure: Failure): void {
  const reason = reasonOf(failure);
  const left = failure.envelope.error.details?.attemptsLeft;
  if (reason === 'code_invalid' || reason in DEAD) {
    back(visit, address, state, { reason, ...(typeof left === 'number' ? { attemptsLeft: left } : {}) });
  } else {
    refuseStep(visit, address, { ...state, problem: null }, failure);
  }
}

/** The time is gone: back to the details, which offer others and keep what was typed. The code stays good. */
function toDetails(visit: Visit, address: EventAddress, state: BookingState, failure: Failure): void {
  const s = sealState(visit, address, { ...state, problem: slotProblem(failure) });
  visit.goTo(`${eventPath(address)}${queryText({ timezone: state.timezone, s })}`);
}

/**
 * POST …/resend. A new code, then the booking once more: where the old code is dead there is a new challenge, which does
 * not know the booking yet, and the second call, which mails nothing, tells it.
 */
export async function resendCode(visit: Visit): Promise<void> {
  visit.keepPrivate();
  const address = addressOf(visit);
  const state = readState(visit, address, visit.field('s'));
  if (!state?.challengeToken) return tooOld(visit, address);
  if (await toMadeBooking(visit, address, state)) return;
  const details = detailsInput(state.typed);
  const guest = { email: details.email, ...(details.name === undefined ? {} : { name: details.name }) };
  const sent = await visit.ask('publicBooking', 'requestCode', { ...address, ...guest, startAt: state.startUtc });
  if (!sent.ok) return refuseStep(visit, address, state, sent);
  const fresh = {
    ...state,
    resent: true,
    problem: null,
    codeUntilMs: visit.now + sent.output.codeExpiresInSeconds * 1000,
  };
  if (state.shortened)
    return visit.goTo(confirmPath(visit, address, { ...fresh, heldUntilUtc: sent.output.holdExpiresAt }));
  const link = await requestLink(visit, address, { startUtc: state.startUtc, timezone: state.timezone, details });
  if (!link.ok) return refuseStep(visit, address, state, link);
  visit.goTo(confirmPath(visit, address, { ...fresh, ...link.output.progress }));
}

/** What is not about the code: another time, a moment's patience, or a page of its own. */
function refuseStep(visit: Visit, address: EventAddress, state: BookingState, failure: Failure): void {
  if (isAboutTheSlot(failure)) {
    toDetails(visit, address, state, failure);
  } else if (isPassing(failure)) {
    visit.waitFor(failure);
    renderCode(visit, address, state, waitNotice(failure), failure.status);
  } else {
    visit.fail(failure, confirmPath(visit, address, state));
  }
}
