import { emptyWords } from '../../domain/slots-answer/empty-words.ts';
import type { FormField } from '../../schemas/forms.ts';
import type { SlotsResponse } from '../../schemas/slots.ts';
import { durationWords, placeWords } from '../../web/parts/place-words.ts';
import { DEFAULT_LOCALE } from '../../web/texts/locale.ts';
import { addressOf, type EventAddress, eventPath, hostNameOf, hostPath } from './event-address.ts';
import { failInMarkdown, sendMarkdown } from './markdown.ts';
import { bookByMcp, bookByRest } from './markdown-booking.ts';
import { bullets, heading, jsonCode, plain, quoted, table } from './markdown-text.ts';
import type { Visit } from './visit.ts';
import { chosenZone } from './zones.ts';

const TIMES_SHOWN = 12;

/** GET /{workspace}/{username}/{eventSlug}.md: what is booked here, when it is free, and the calls that book it. */
export async function showEventMarkdown(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  const { workspace, username } = address;
  const timezone = chosenZone(visit);
  const zone = timezone === undefined ? {} : { timezone };
  const asked = visit.ask('publicBooking', 'listEventTypes', { workspace, username });
  const answer = await visit.ask('publicBooking', 'listSlots', { ...address, ...zone, limit: TIMES_SHOWN });
  const listed = await asked;
  if (!answer.ok) return failInMarkdown(visit, answer);
  const hostName = await hostNameOf(visit, address);
  const { publicUrl } = visit.kit.services.urls;
  visit.response.links({ canonical: `${publicUrl}${eventPath(address)}` });
  const types = listed.ok ? listed.output.eventTypes : [];
  const description = types.find(({ slug }) => slug === address.eventSlug)?.description ?? null;
  sendMarkdown(visit, [
    ...head(answer.output, hostName, description),
    ...links(visit, address),
    ...heading(2, 'Rules'),
    ...bullets(rules(answer.output)),
    ...questions(answer.output),
    ...openTimes(answer.output),
    ...bookByRest(visit, address, answer.output),
    ...bookByMcp(visit, address, answer.output),
    ...heading(2, 'When a call is refused'),
    ...bullets(answer.output.bookingProtocol.refusalHints.expectedBehavior),
  ]);
}

function head({ eventType, calendar }: SlotsResponse, hostName: string, description: string | null): string[] {
  const { durationMinutes, locationType } = eventType;
  const facts = [
    `Host: ${plain(hostName)}, ${plain(calendar.organization.name)}`,
    `Takes ${durationWords(durationMinutes, DEFAULT_LOCALE)}: ${placeWords(locationType, DEFAULT_LOCALE)}`,
    `The host’s time zone: ${calendar.hostTimezone ?? 'none set'}`,
  ];
  return [
    ...heading(1, `${plain(eventType.name)} with ${plain(hostName)}`),
    ...bullets(facts),
    ...(description === null ? [] : ['', 'In the host’s words:', '', ...quoted(description)]),
  ];
}

function links(visit: Visit, address: EventAddress): string[] {
  const { publicUrl, appUrl } = visit.kit.services.urls;
  return [
    '',
    ...bullets([
      `For people: ${publicUrl}${eventPath(address)}`,
      `Everything this host offers: ${publicUrl}${hostPath(address)}.md`,
      `All of this as JSON: ${publicUrl}/api/v1/public${eventPath(address)}/slots`,
      `The whole interface (OpenAPI): ${appUrl}/api/v1/openapi`,
    ]),
  ];
}

function rules(answer: SlotsResponse): string[] {
  const { bookingPolicy, bookingProtocol, availability, howToBook } = answer;
  const needsApproval = howToBook.confirmResponse.booking.status === 'pending_confirmation';
  return [
    ...(bookingProtocol.emailConfirmation ? [bookingProtocol.emailConfirmation.purpose] : []),
    ...(bookingPolicy.requireBusinessEmail ? ['The guest’s address must be a business address.'] : []),
    ...(bookingPolicy.blockRestrictedEmailDomains ? ['Disposable mail domains are refused.'] : []),
    ...(needsApproval
      ? ['The host approves or declines each request by mail: until then it is pending, and the time is kept.']
      : []),
    `It can be booked up to ${availability.maxFutureDays} days ahead.`,
    ...(availability.hostSchedule === null ? [] : [`Hours: ${plain(availability.hostSchedule.summary)}`]),
    'Each call works without a key, a cookie or a browser.',
    bookingProtocol.trustNote,
  ];
}

const optionsOf = ({ config }: FormField): string =>
  (config?.options ?? []).map(({ value, label }) => `${jsonCode(value)} (${plain(label)})`).join(', ');

const whenAsked = ({ required, conditionalLogic }: FormField): string => {
  if (conditionalLogic === undefined) return required ? 'yes' : 'no';
  return `${required ? 'yes' : 'no'}, asked only if ${plain(JSON.stringify(conditionalLogic))}`;
};

function questions({ agentBooking }: SlotsResponse): string[] {
  const rows = agentBooking.bookerRequirements.fields.map((field) => [
    `\`${field.key}\``,
    plain(field.label),
    field.type,
    whenAsked(field),
    optionsOf(field) || '—',
  ]);
  return [
    ...heading(2, 'What to ask the guest'),
    'Send the value of an option, which stands here as JSON, not its label. Make nothing up.',
    '',
    ...table(['key', 'question', 'type', 'required', 'options'], rows),
  ];
}

/** The next open starts, or in words why there are none. */
function openTimes({ slots, emptyReason, availability, eventType }: SlotsResponse): string[] {
  const { bookerTimezone, bookerTimezoneSource, nextAvailableStartUtc } = availability;
  const lines = heading(2, 'Next open times');
  if (slots.length === 0) {
    const next = nextAvailableStartUtc === null ? [] : [`The next one starts at \`${nextAvailableStartUtc}\`.`];
    return [...lines, emptyReason === undefined ? 'None.' : emptyWords[emptyReason], ...next];
  }
  const whose = bookerTimezoneSource === 'query' ? 'as you asked' : 'of the host: add ?timezone= for the guest’s';
  return [
    ...lines,
    `Local times in ${bookerTimezone} (${whose}). Each lasts ${eventType.durationMinutes} minutes. They go: ask again before you book.`,
    '',
    ...table(
      ['startAt, to send', 'local'],
      slots.map(({ startUtc, bookerLocal }) => [`\`${startUtc}\``, bookerLocal.display]),
    ),
  ];
}
