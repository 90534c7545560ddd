import type { NoticeText } from '../../parts/notice.tsx';
import type { CallError } from '../data/call.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The browser's zone, for people. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** "21 Nov 2026" in the browser's zone. */
export const dayOf = (instant: string): string => DAY.format(Date.parse(instant));

/** "21 Nov 2026, 19:50" in the browser's zone. */
export const minuteOf = (instant: string): string => MINUTE.format(Date.parse(instant));

/** "19:50" in the browser's zone. */
export const clockOf = (instant: string): string => CLOCK.format(Date.parse(instant));

const waitWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** A failure in words for people; most API messages already are. */
export function noticeOf({ status, message, retryAfterSeconds, reason, issues }: CallError): NoticeText {
  if (status === 429) {
    const text = `Please try again in ${waitWords(retryAfterSeconds ?? 60)}.`;
    return { tone: 'warning', title: 'Too many requests', text };
  }
  if (reason === 'csrf_mismatch') {
    const text = 'It was open for a long time, or you signed in anew. Load it again.';
    return { tone: 'warning', title: 'This page is out of date', text };
  }
  if (issues.length > 0) return { tone: 'error', title: 'Something does not fit', text: 'It is marked below.' };
  if (status === 402) return { tone: 'warning', title: 'The plan has no room', text: message };
  if (status === 0) return { tone: 'warning', title: 'We could not reach Holdfast', text: message };
  if (status >= 500)
    return { tone: 'error', title: 'That did not work', text: 'It is our fault. Try again in a moment.' };
  return { tone: 'error', title: 'That did not work', text: message };
}
