import { DEFAULT_LOCALE } from '../../../web/texts/locale.ts';
import { hostPath } from '../booking/event-address.ts';
import { deadManageLink, deadShortLink, notFoundProblem } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { type Missing, sendMarkdown } from './markdown.ts';
import { bullets, heading } from './text.ts';

const addressesOf = ({ kit }: Visit): string => {
  const { publicUrl } = kit.services.urls;
  return `A host’s page is \`${publicUrl}/WORKSPACE/HOST.md\`, a team’s \`${publicUrl}/WORKSPACE/team/TEAM.md\`, and an event’s has \`/EVENT\` before the \`.md\`. Take the names from a link that the host gave out.`;
};

/** For an address of a host or an event. @param host whose page there is, though not this one */
export function missingPage(visit: Visit, host: Parameters<typeof hostPath>[0] | null): Missing {
  const { publicUrl } = visit.kit.services.urls;
  const offers = host && `All that can be booked with this host: ${publicUrl}${hostPath(host)}.md`;
  return { ...notFoundProblem(DEFAULT_LOCALE), next: [offers ?? addressesOf(visit)] };
}

/** For a meeting's link that is over or never was: neither can be told from the other. */
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

/** For a short link that was taken back or never was. */
export const missingShortLink = (visit: Visit): Missing => ({
  ...deadShortLink(DEFAULT_LOCALE),
  next: [addressesOf(visit)],
});

/** GET {anything}.md: no page of ours, and whoever asked reads Markdown. */
export function showMissingMarkdown(visit: Visit): void {
  const { title, text, next } = missingPage(visit, null);
  sendMarkdown(visit, [...heading(1, title), text, '', ...bullets(next)], 404);
}
