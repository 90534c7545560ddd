import type { BookableEvent } from '../bookable/bookable-event.ts';

/** The URLs of one event, all absolute and encoded. */
export interface EventLinks {
  readonly publicUrl: string;
  /** for people */
  readonly page: string;
  readonly slots: string;
  /** POST, or GET with a query */
  readonly otp: string;
  readonly book: string;
  readonly cancel: string;
  readonly reschedule: string;
  readonly mcp: string;
}

/** @param publicUrl the public origin, without a trailing slash */
export function eventLinks({ workspace, host, eventType }: BookableEvent, publicUrl: string): EventLinks {
  // A team's username is `team/{slug}`: two parts of the path.
  const parts = [workspace.slug, ...host.username.split('/'), eventType.slug];
  const path = parts.map(encodeURIComponent).join('/');
  const api = `${publicUrl}/api/v1/public`;
  return {
    publicUrl,
    page: `${publicUrl}/${path}`,
    slots: `${api}/${path}/slots`,
    otp: `${api}/${path}/otp`,
    book: `${api}/${path}/book`,
    cancel: `${api}/manage/cancel`,
    reschedule: `${api}/manage/reschedule`,
    mcp: `${publicUrl}/api/mcp/public/mcp`,
  };
}
