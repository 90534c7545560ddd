import { DEFAULT_LOCALE } from '../../../web/parts/locale.ts';
import { durationWords, placeWords } from '../../../web/parts/place-words.ts';
import { MCP_PATH } from '../../mcp/path.ts';
import { openapiUrl } from '../../openapi/path.ts';
import { avatarsOf } from '../booking/avatars.ts';
import { eventPath, hostAddressOf, hostNameOf, hostPath } from '../booking/event-address.ts';
import type { Answer, Visit } from '../shell/visit.ts';
import { failInMarkdown, sendMarkdown } from './markdown.ts';
import { missingPage } from './missing.ts';
import { bullets, curl, heading, jsonBlock, plain, quoted } from './text.ts';

type HostAddress = ReturnType<typeof hostAddressOf>;
type Offers = Extract<Awaited<ReturnType<typeof askOffers>>, { ok: true }>['output'];

const askOffers = (visit: Visit, address: HostAddress) => visit.ask('bookable', 'listEventTypes', address);

/** GET /{workspace}/{username}.md, /{workspace}/team/{teamSlug}.md: the host, and what can be booked. */
export async function showHostMarkdown(visit: Visit): Promise<void> {
  const address = hostAddressOf(visit);
  const answer: Answer<Offers> = await askOffers(visit, address);
  if (!answer.ok) return failInMarkdown(visit, answer, missingPage(visit, null));
  const { urls } = visit.kit.services;
  const { publicUrl } = urls;
  const page = `${publicUrl}${hostPath(address)}`;
  visit.response.links({ canonical: page });
  const { calendar } = answer.output;
  const [hostName, faces] = await Promise.all([hostNameOf(visit, address), avatarsOf(visit, address)]);
  const photo = faces.isTeam ? null : (faces.people[0]?.photoHref ?? null);
  sendMarkdown(visit, [
    ...heading(1, plain(hostName)),
    ...bullets([
      `Workspace: ${plain(calendar.organization.name)}`,
      `The host’s time zone: ${calendar.hostTimezone ?? 'none set'}`,
      `For people: ${page}`,
      ...(photo === null ? [] : [`Picture of the host: ${publicUrl}${photo}`]),
      `The whole interface (OpenAPI): ${openapiUrl(urls)}`,
    ]),
    ...(faces.bio === null ? [] : ['', 'In the host’s words:', '', ...quoted(faces.bio)]),
    ...heading(2, 'What can be booked'),
    ...offers(answer.output, address, publicUrl),
    ...heading(2, 'How'),
    'Open the page of the event that the guest wants, at its address above: it has the open times, the questions, the rules and every call. With `?timezone=` and the guest’s IANA zone behind the address it tells the times in that zone. The list above as JSON:',
    '',
    ...curl(`${publicUrl}/api/v1/public${hostPath(address)}`),
    '',
    `Over MCP (streamable HTTP, no key) at ${publicUrl}${MCP_PATH}:`,
    '',
    ...jsonBlock({ name: 'find_bookable_calendar', arguments: { ...address } }),
  ]);
}

function offers({ eventTypes }: Offers, address: HostAddress, publicUrl: string): string[] {
  if (eventTypes.length === 0) return ['Nothing right now.'];
  return eventTypes.flatMap(({ name, slug, description, durationMinutes, locationType }) => [
    `- **${plain(name)}**, ${durationWords(durationMinutes, DEFAULT_LOCALE)}: ${placeWords(locationType, DEFAULT_LOCALE)}`,
    `  ${publicUrl}${eventPath({ ...address, eventSlug: slug })}.md`,
    ...(description === null ? [] : quoted(description).map((line) => `  ${line}`)),
  ]);
}
