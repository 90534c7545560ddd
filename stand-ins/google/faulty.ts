import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Faults } from '../faults.ts';
import type { Answer, Asked } from '../http.ts';
import { fullSyncRequired, GoogleFailure } from './failure.ts';

const ANSWERED = ['401', '403', '429', '5xx', 'cutBefore'];

/** A request on its way through the faults that wait for it. Without a `match`, faults are for the calendar's API alone. */
export async function throughFaults(
  faults: Faults,
  asked: Asked,
  next: () => Promise<Answer>,
  afterPage: (calendarId: string) => void,
): Promise<Answer> {
  const { pathname, searchParams } = asked.url;
  const take = (...kinds: readonly string[]) =>
    faults.take(kinds, `${asked.method} ${pathname}`, !pathname.startsWith('/calendar/v3/'));
  const slow = take('slow');
  if (slow) await delay(slow.delayMs, undefined, { ref: false });
  if (searchParams.has('syncToken') && take('410')) return fullSyncRequired().answer;
  const refused = take(...ANSWERED);
  if (refused) return answerOf(refused);
  const cut = take('cut');
  const answer = await next();
  if (cut) return { ...answer, cut: true };
  const isPage = typeof answer.body === 'object' && 'nextPageToken' in answer.body;
  if (isPage && take('pagingChanges')) afterPage(decodeURIComponent(pathname.split('/')[4] ?? ''));
  return answer;
}

function answerOf({ kind, reason, status, retryAfterSeconds }: Fault): Answer {
  const later = retryAfterSeconds === null ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } };
  if (kind === 'cutBefore') return { status: 200, cut: true };
  if (kind === '401') return new GoogleFailure(401, 'authError', 'Invalid Credentials').answer;
  if (kind === '403')
    return { ...new GoogleFailure(403, reason ?? 'rateLimitExceeded', 'Rate Limit Exceeded').answer, ...later };
  if (kind === '429') return { ...new GoogleFailure(429, 'rateLimitExceeded', 'Rate Limit Exceeded').answer, ...later };
  return { ...new GoogleFailure(status, 'backendError', 'Backend Error').answer, ...later };
}
