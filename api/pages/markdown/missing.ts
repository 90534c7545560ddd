import { DEFAULT_LOCALE } from '../../../web/parts/locale.ts';
import { hostPath } from '../booking/event-address.ts';
import { closedEventProblem, deadManageLink, deadShortLink, notFoundProblem } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { type Missing, sendMarkdown } from './markdown.ts';
import { bullets, heading, plain } from './text.ts';

const addressesOf = ({ kit }: Visit): string => {
  const { publicUrl } = kit.services.urls;
  return `A host’s page is \`${publicUrl}/WORKSPACE/HOST.md\`, a team’s \`${publicUrl}/WORKSPACE/team/TEAM.md\`, and an event’s has \`/EVENT\` before the \`.md\`. Take the names from a link that the host gave out.`;
};

/** For a missing host or event. @param host set if that host's page exists @param closed the name of an event that is switched off */
export function missingPage(
  visit: Visit,
  host: Parameters<typeof hostPath>[0] | null,
  closed: string | null = null,
): Missing {
  const { publicUrl } = visit.kit.services.urls;
  const offers = host && `All that can be booked with this host: ${publicUrl}${hostPath(host)}.md`;
  const problem = closed === null ? notFoundProblem(DEFAULT_LOCALE) : closedEventProblem(plain(closed), DEFAULT_LOCALE);
  return { ...problem, next: [offers ?? addressesOf(visit)] };
}

/** For a meeting's link that ended or never existed: both get the same answer. */
export function missingMeeting(visit: Visit): Missing {
  const { publicUrl } = visit.kit.services.urls;
  return {
    ...deadManageLink(DEFAULT_LOCALE),
    next: [
      `Ask the guest for the link in the newest mail about the meeting: ${publicUrl}/manage/…, whole, and add \`.md\`.`,
      'To book anew, ask them for the link of the host’s page or of the event, and add `.md`.',
    ],
  };
}

/** For a short link that was revoked or unknown. */
export const missingShortLink = (visit: Visit): Missing => ({
  ...deadShortLink(DEFAULT_LOCALE),
  next: [addressesOf(visit)],
});

/** GET {anything}.md: an unknown page, for readers of Markdown. */
export function showMissingMarkdown(visit: Visit): void {
  const { title, text, next } = missingPage(visit, null);
  sendMarkdown(visit, [...heading(1, title), text, '', ...bullets(next)], 404);
}
