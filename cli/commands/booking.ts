import type { Command } from 'commander';
import pc from 'picocolors';
import { answersFromText } from '../../domain/forms/answers-from-text.ts';
import { checkAnswers, ignoredNotice, unknownKeys } from '../../domain/forms/check-answers.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import { bookerLocal } from '../../domain/time/local.ts';
import { bookable } from '../../schemas/operations/bookable.ts';
import { manage } from '../../schemas/operations/booking/manage.ts';
import { publicBooking } from '../../schemas/operations/booking/public-booking.ts';
import { withCode } from '../ask-code.ts';
import { createClient } from '../client.ts';
import { type EventLink, parseEventLink, parseManageToken } from '../event-link.ts';
import { usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { startInstant } from '../start-time.ts';
import { action } from './action.ts';

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const START = 'start of an open slot: an instant, or a local time such as 2026-11-23T09:00';
const collect = (value: string, before: readonly string[]): string[] => [...before, value];

export const registerBooking = (program: Command): void => {
  program
    .command('slots <event>')
    .option('--timezone <zone>', 'IANA zone of the times shown', ownZone())
    .option('--when <words>', 'a day or period in words, such as "next Tuesday at 14:00" or "mornings next week"')
    .option('--from-date <date>', 'first day, YYYY-MM-DD')
    .option('--to-date <date>', 'last day, YYYY-MM-DD')
    .option('--limit <n>', 'at most this many', '20')
    .action(action(slots));
  program
    .command('book <event>')
    .requiredOption('--start <time>', START)
    .requiredOption('--email <address>', "the guest's own address")
    .option('--name <name>', "the guest's name")
    .option('--timezone <zone>', "the guest's IANA zone, also of --start without an offset", ownZone())
    .option('--code <digits>', 'the six digits from the mail; without it, a code is requested')
    .option('--answer <key=value>', 'an answer to the form; may be repeated', collect, [])
    .option('--guest <address>', 'another guest; may be repeated', collect, [])
    .option('--agent-email <address>', 'your own inbox, if it should get the code')
    .action(action(book));
  program
    .command('reschedule <manage-link>')
    .requiredOption('--start <time>', START)
    .option('--timezone <zone>', 'IANA zone of a start without an offset', ownZone())
    .action(action(reschedule));
  program.command('cancel <manage-link>').option('--reason <text>', 'a message to the host').action(action(cancel));
};

interface SlotsOptions {
  readonly timezone: string;
  readonly when?: string;
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly limit: string;
}

async function slots({ output, endpoints }: Session, event: string, options: SlotsOptions): Promise<void> {
  const { publicUrl, ...address } = parseEventLink(event, endpoints);
  const { limit, ...window } = options;
  if (!/^\d+$/.test(limit)) throw usageError('--limit must be a whole number');
  const client = createClient({ ...endpoints, publicUrl });
  const answer = await client.call(bookable.listSlots, { ...address, ...window, limit: Number(limit) });
  output.answer(answer, () => {
    const { understood } = answer.availability;
    if (understood !== undefined) output.line(`Open times of ${understood}:`);
    output.table(
      ['Day', 'Time', '--start'],
      answer.slots.map(({ startUtc, bookerLocal }) => [
        `${bookerLocal.dayOfWeek}, ${bookerLocal.dateLocal}`,
        bookerLocal.display,
        startUtc,
      ]),
      'No open times in this window.',
    );
    const next = answer.availability.nextAvailableStartUtc;
    if (answer.slots.length > 0 || !next) return;
    const startMs = Date.parse(next);
    const endMs = startMs + answer.eventType.durationMinutes * MINUTE_MS;
    output.line(`The next one is ${bookerLocal(startMs, endMs, options.timezone).display}: --start ${next}`);
  });
}

interface BookOptions {
  readonly start: string;
  readonly email: string;
  readonly name?: string;
  readonly timezone: string;
  readonly code?: string;
  readonly answer: readonly string[];
  readonly guest: readonly string[];
  readonly agentEmail?: string;
}

async function book(session: Session, event: string, options: BookOptions): Promise<void> {
  const { output, endpoints } = session;
  const { publicUrl, ...address } = parseEventLink(event, endpoints);
  const client = createClient({ ...endpoints, publicUrl });
  const { email, name, timezone, agentEmail } = options;
  const startAt = startInstant(options.start, timezone);
  const agent = agentEmail === undefined ? {} : { agentEmail };
  const named = name === undefined ? {} : { name };
  const customFields = await answersOf(client, { publicUrl, ...address }, options.answer);
  const bookWith = async (code: string) =>
    client.call(publicBooking.book, {
      ...{ ...address, startAt, code, customFields },
      ...{ invitee: { email, timezone, ...named }, guests: [...options.guest], ...agent },
    });
  const tell = (answer: Awaited<ReturnType<typeof bookWith>>) =>
    output.answer(answer, () => output.line(pc.green(answer.message)));
  if (options.code !== undefined) return tell(await bookWith(options.code));
  const sent = await client.call(publicBooking.requestCode, {
    ...address,
    email,
    startAt,
    timezone,
    ...named,
    ...agent,
  });
  if (!output.interactive)
    return output.answer(sent, () => output.line(`${sent.message} Then run this again with --code.`));
  output.line(sent.message);
  tell(await withCode(bookWith, { say: output.line }));
}

type Client = ReturnType<typeof createClient>;

/**
 * Converts typed answers to the form's types and checks them before a code is mailed.
 * @throws CliError that names the field and its rule
 */
async function answersOf(client: Client, { workspace, username, eventSlug }: EventLink, pairs: readonly string[]) {
  const given = answersByKey(pairs);
  const { eventTypes } = await client.call(bookable.listEventTypes, { workspace, username });
  const event = eventTypes.find(({ slug }) => slug === eventSlug);
  // The event is not listed: the server checks.
  if (!event) return given;
  const form = event.form?.definition ?? null;
  const answers = form ? answersFromText(form, given) : given;
  // A person typed them: better asked again than booked without them.
  const unknown = ignoredNotice(form, unknownKeys(form?.fields ?? [], answers));
  if (unknown !== undefined) throw usageError(unknown.replace('Ignored answers', 'Unknown --answer'));
  const checked = checkAnswers(form, answers);
  if (!checked.ok) throw usageError(`--answer ${checked.key} ${checked.rule}`);
  return answers;
}

/** A repeated key has several answers. */
function answersByKey(pairs: readonly string[]): Record<string, unknown> {
  const given = new Map<string, string | string[]>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw usageError('--answer must be key=value');
    const [key, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    const before = given.get(key);
    given.set(key, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(given);
}

async function reschedule(
  { output, endpoints }: Session,
  link: string,
  { start, timezone }: { readonly start: string; readonly timezone: string },
): Promise<void> {
  const { publicUrl, token } = parseManageToken(link, endpoints);
  const client = createClient({ ...endpoints, publicUrl });
  const answer = await client.call(manage.rescheduleAsGuest, { token, startAt: startInstant(start, timezone) });
  output.answer(answer, () => output.line(pc.green(answer.message)));
}

async function cancel({ output, endpoints }: Session, link: string, { reason }: { reason?: string }): Promise<void> {
  const { publicUrl, token } = parseManageToken(link, endpoints);
  const client = createClient({ ...endpoints, publicUrl });
  const answer = await client.call(manage.cancelAsGuest, { token, ...(reason === undefined ? {} : { reason }) });
  output.answer(answer, () => output.line(answer.message));
}
