import type { ErrorCode } from '../../../schemas/errors.ts';
import { problemWords } from '../../../texts/en/pages/frame.ts';
import { translated } from '../../../texts/translated.ts';
import type { Locale } from '../../../web/parts/locale.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { PageProps } from '../../../web/server.tsx';
import type { Failure } from '../../core/call.ts';

type Problem = PageProps<'problem'>;
type ProblemText = typeof problemWords;

const wordsIn = ({ language }: Locale): ProblemText => translated(problemWords, language);

/** `details.reason` of a failure, or ''. */
export const reasonOf = ({ envelope }: Failure): string => {
  const reason = envelope.error.details?.reason;
  return typeof reason === 'string' ? reason : '';
};

/** "in 20 seconds", "in 5 minutes", "in 2 hours" */
export function waitWords(seconds: number, locale: Locale): string {
  const words = wordsIn(locale);
  if (seconds < 90) return words.inSeconds(seconds);
  if (seconds < 5_400) return words.inMinutes(Math.ceil(seconds / 60));
  return words.inHours(Math.ceil(seconds / 3_600));
}

const waitOf = ({ retryAfterSeconds = 60 }: Failure, locale: Locale): string => waitWords(retryAfterSeconds, locale);

type Wording = (words: ProblemText, wait: string) => Problem;

const PROBLEMS: Readonly<Partial<Record<ErrorCode, Wording>>> = {
  'resource.not_found': (words) => ({ title: words.notFound, text: words.notFoundHint }),
  'billing.upgrade_required': (words) => ({ title: words.locked, text: words.lockedHint }),
  'rate.limited': (words, wait) => ({ title: words.tooMuch, text: words.tooMuchHint(wait) }),
  'service.unavailable': (words, wait) => ({ title: words.away, text: words.awayHint(wait) }),
  'request.invalid': (words) => ({ title: words.unreadable, text: words.unreadableHint }),
};

/** The page for a failure. It offers `again` if a repeated request may succeed. */
export function problemOf(failure: Failure, locale: Locale, again: NonNullable<Problem['again']>): Problem {
  const wording = PROBLEMS[failure.envelope.error.code as ErrorCode];
  const words = wordsIn(locale);
  const isCalendar = reasonOf(failure) === 'calendar_away';
  const problem = isCalendar
    ? { title: words.calendarAway, text: words.nothingLost(waitOf(failure, locale)) }
    : (wording?.(words, waitOf(failure, locale)) ?? unexpected(failure, words));
  return isWorthRetrying(failure) ? { ...problem, again } : problem;
}

/** True if the same request may succeed a little later. */
const isWorthRetrying = ({ status }: Failure): boolean => status === 429 || status === 500 || status === 503;

function unexpected({ envelope }: Failure, words: ProblemText): Problem {
  const requestId = envelope.error.details?.requestId;
  return {
    title: words.unexpected,
    text: words.unexpectedHint,
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
}

export function notFoundProblem(locale: Locale): Problem {
  const { notFound: title, notFoundHint: text } = wordsIn(locale);
  return { title, text };
}

/** An event that is switched off. */
export function closedEventProblem(name: string, locale: Locale): Problem {
  const words = wordsIn(locale);
  return { title: words.closedEvent(name), text: words.closedEventHint };
}

export function noGuideProblem(locale: Locale): Problem {
  const { noGuide: title, noGuideHint: text } = wordsIn(locale);
  return { title, text };
}

export function deadShortLink(locale: Locale): Problem {
  const { deadShortLink: title, deadShortLinkHint: text } = wordsIn(locale);
  return { title, text };
}

export function deadManageLink(locale: Locale): Problem {
  const { deadManageLink: title, deadManageLinkHint: text } = wordsIn(locale);
  return { title, text };
}

export function deadDecideLink(locale: Locale): Problem {
  const { deadManageLink: title, deadDecideLinkHint: text } = wordsIn(locale);
  return { title, text };
}

export function deadNoMailLink(locale: Locale): Problem {
  const { deadManageLink: title, deadNoMailLinkHint: text } = wordsIn(locale);
  return { title, text };
}

export function expiredStep(locale: Locale): Problem {
  const { expiredStep: title, expiredStepHint: text } = wordsIn(locale);
  return { title, text };
}

/** The open times of an event cannot be read. */
export function unreadTimes(failure: Failure, locale: Locale): Problem {
  const { unreadTimes: title, awayHint } = wordsIn(locale);
  return { title, text: awayHint(waitOf(failure, locale)) };
}

/** 429 and 503: the same request succeeds later. */
export const isPassing = ({ status }: Failure): boolean => status === 429 || status === 503;

/** The notice for 429 and 503: when to try again. */
export function waitNotice(failure: Failure, locale: Locale): NoticeText {
  const words = wordsIn(locale);
  const text = words.nothingLost(waitOf(failure, locale));
  switch (reasonOf(failure)) {
    case 'too_many_moves':
      return { tone: 'warning', title: words.manyMoves, text: words.manyMovesHint(waitOf(failure, locale)) };
    case 'calendar_away':
      return { tone: 'warning', title: words.calendarAway, text };
    case 'too_many_mails':
      return { tone: 'warning', title: words.manyMails, text: words.manyMailsHint(waitOf(failure, locale)) };
    default:
      return { tone: 'warning', title: failure.status === 429 ? words.tooMuch : words.busyService, text };
  }
}

/** The notice for a form that was sent too late, or that did not come from our page. */
export function stalePage(locale: Locale): NoticeText {
  const { stale: title, staleHint: text } = wordsIn(locale);
  return { tone: 'warning', title, text };
}
