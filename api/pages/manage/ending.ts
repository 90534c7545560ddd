import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { Failure } from '../../core/call.ts';
import { pageTokenFor } from '../shell/page-token.ts';
import { isPassing, waitNotice } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import type { Managed } from './manage-page.ts';

/** The reason for a meeting that an agent booked without the guest's request (contract, Pages). */
export const NOT_ME = 'not_me';

/** The same page again, with what is wrong. */
export interface Again {
  readonly notice?: NoticeText;
  readonly problem?: string;
  readonly status?: number;
}

/** What both pages that end a meeting show. */
export const endingOf = (visit: Visit, { meeting, path, token }: Managed, notice: NoticeText | undefined) => ({
  eventName: meeting.eventName,
  hostName: meeting.hostName,
  time: meeting.time,
  notice: notice ?? null,
  backHref: path,
  pageToken: pageTokenFor(visit, token),
});

/** What the page does if the meeting could not be ended. */
export function refuseEnding(visit: Visit, { path }: Managed, failure: Failure, again: (change: Again) => void): void {
  // Over or changed meanwhile: the meeting's page shows it.
  if (failure.status === 409) {
    visit.goTo(path);
  } else if (isPassing(failure)) {
    visit.waitFor(failure);
    again({ notice: waitNotice(failure, visit.locale), status: failure.status });
  } else {
    visit.fail(failure, path);
  }
}
