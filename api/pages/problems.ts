import type { ErrorCode } from '../../schemas/errors.ts';
import type { NoticeText } from '../../web/parts/notice.tsx';
import type { PageProps } from '../../web/server.tsx';
import type { Failure } from '../dispatch.ts';

type Problem = PageProps<'problem'>;

/** `details.reason` of a failure, or ''. */
export const reasonOf = ({ envelope }: Failure): string => {
  const reason = envelope.error.details?.reason;
  return typeof reason === 'string' ? reason : '';
};

/** "in 20 seconds", "in 5 minutes", "in 2 hours" */
export function waitWords(seconds: number): string {
  if (seconds <= 1) return 'in a second';
  if (seconds < 90) return `in ${seconds} seconds`;
  if (seconds < 5_400) return `in ${Math.ceil(seconds / 60)} minutes`;
  return `in ${Math.ceil(seconds / 3_600)} hours`;
}

const waitOf = ({ retryAfterSeconds = 60 }: Failure): string => waitWords(retryAfterSeconds);

const NOT_FOUND: Problem = {
  title: 'This page does not exist',
  text: 'The link may be incomplete, or the host may have changed it. Ask the person who sent it.',
};

const PROBLEMS: Readonly<Partial<Record<ErrorCode, (failure: Failure) => Problem>>> = {
  'resource.not_found': () => NOT_FOUND,
  'billing.upgrade_required': () => ({
    title: 'No bookings right now',
    text: 'This workspace takes no bookings at the moment. Please ask your host directly.',
  }),
  'rate.limited': (failure) => ({
    title: 'That was a lot at once',
    text: `Too many requests came from your network. Please try again ${waitOf(failure)}.`,
  }),
  'service.unavailable': (failure) => ({
    title: 'One moment, please',
    text: `A part of our service does not answer right now. Nothing is lost. Please try again ${waitOf(failure)}.`,
  }),
  'request.invalid': () => ({
    title: 'We could not read that',
    text: 'The link or the form has something in it that we do not understand. Please start again from the link you were sent.',
  }),
};

/** A failure as a page of its own; `retryHref` is offered where trying again may help. */
export function problemOf(failure: Failure, retryHref?: string): Problem {
  const problem = PROBLEMS[failure.envelope.error.code as ErrorCode]?.(failure) ?? unexpected(failure);
  const mayRetry = retryHref !== undefined && [429, 500, 503].includes(failure.status);
  return mayRetry ? { ...problem, link: { href: retryHref, label: 'Try again' } } : problem;
}

function unexpected({ envelope }: Failure): Problem {
  const requestId = envelope.error.details?.requestId;
  return {
    title: 'Something went wrong on our side',
    text: 'We could not finish this. Please try again in a minute.',
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
}

export const notFoundProblem = NOT_FOUND;

export const deadManageLink: Problem = {
  title: 'This link does not work any more',
  text: 'Links to a meeting work until a day after it. Take the link from the newest mail about your meeting.',
};

export const expiredStep: Problem = {
  title: 'This step is too old',
  text: 'For your safety it only works for two hours. If you have a confirmation mail, your meeting is booked. If not, please pick a time again.',
};

/** 429 and 503: the same again, later, is all it takes. */
export const isPassing = ({ status }: Failure): boolean => status === 429 || status === 503;

/** What to say while our side, or the guest's network, has to wait. */
export function waitNotice({ status, retryAfterSeconds = 60 }: Failure): NoticeText {
  const wait = waitWords(retryAfterSeconds);
  return status === 429
    ? { tone: 'warning', title: 'That was a lot at once', text: `Nothing is lost. Please try again ${wait}.` }
    : { tone: 'warning', title: 'Our service is short of breath', text: `Nothing is lost. Please try again ${wait}.` };
}
