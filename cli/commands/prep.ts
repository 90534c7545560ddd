import type { Command } from 'commander';
import { z } from 'zod';
import { isBeingMade, packOnceMade } from '../../client/pack-wait.ts';
import { MAX_PACK_WAIT_MS } from '../../domain/prep/pack-state.ts';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { meetings } from '../../schemas/operations/meetings.ts';
import { prep } from '../../schemas/operations/prep.ts';
import type { ApiClient } from '../client.ts';
import { CliError, usageError } from '../exit.ts';
import { inCommands } from '../flag-words.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerPrep = (program: Command): void => {
  program
    .command('prep [booking]')
    .option('--refresh', 'make it anew first; a credit, if facts about the company are older than a day or missing')
    .option('--no-wait', 'do not wait for a pack that is being made')
    .action(action(show));
};

type Pack = OutputOf<typeof prep.getPrepPack>;
type Enrichment = OutputOf<typeof prep.getEnrichment>;

interface PrepOptions {
  readonly refresh?: true;
  readonly wait: boolean;
}

async function show(session: Session, booking: string | undefined, { refresh, wait }: PrepOptions): Promise<void> {
  const { output } = session;
  const client = session.keyed();
  const bookingId = booking === undefined ? await nextMeeting(client) : checkedId(booking);
  if (refresh) await makeAnew(client, bookingId);
  const pack = await readPack(client, bookingId, wait);
  const enrichment = await readEnrichment(client, bookingId);
  if (pack.markdown === '') throw noPack(pack, bookingId);
  output.answer(pack, () => {
    output.line(pack.markdown.trimEnd());
    for (const note of notesOf(pack, enrichment)) output.note(`\n${note}`);
    output.note(`\nThe same to print: ${client.endpoints.appUrl}/meetings/${bookingId}/prep`);
  });
}

const reasonOf = (error: unknown): unknown =>
  error instanceof CliError ? error.envelope.error.details?.reason : undefined;

const LIST = 'List meetings with their ids: holdfast meetings';

/** Requests that wait for an answer have no pack, and such a list has at most so many before the first meeting. */
const MOST_REQUESTS = 100;

/** The meeting that is next, of those that the key sees. */
async function nextMeeting(client: ApiClient): Promise<string> {
  const { meetings: coming } = await client.call(meetings.listMeetings, { filter: 'upcoming', limit: MOST_REQUESTS });
  const next = coming.find(({ status }) => status !== 'pending_confirmation');
  if (next) return next.id;
  const message = `No meeting is coming. Of others, name the id. ${LIST} --filter past`;
  throw new CliError({ error: { code: 'resource.not_found', message, details: { reason: 'no_meeting' } } });
}

function checkedId(booking: string): string {
  if (z.uuid().safeParse(booking).success) return booking;
  throw usageError(`“${booking}” is no id of a meeting (bookingId). ${LIST}. Without an id, the next one is shown.`);
}

/** @throws CliError resource.conflict the meeting is over */
async function makeAnew(client: ApiClient, bookingId: string): Promise<void> {
  try {
    await client.call(prep.refreshPrepPack, { bookingId });
  } catch (error) {
    if (reasonOf(error) !== 'booking_over') throw error;
    const message = 'This meeting is over or canceled: its pack stays as it is. See it without --refresh.';
    throw new CliError({ error: { code: 'resource.conflict', message, details: { reason: 'booking_over' } } });
  }
}

/** The pack, once it is made, as `waitForPrepPack` of the client waits. */
async function readPack(client: ApiClient, bookingId: string, wait: boolean): Promise<Pack> {
  const ask = (waitSeconds: number) => client.call(prep.getPrepPack, { bookingId, waitSeconds });
  return (await packOnceMade(ask, { overMs: Date.now() + (wait ? MAX_PACK_WAIT_MS : 0) })).pack;
}

/** undefined: nobody has looked up yet. */
async function readEnrichment(client: ApiClient, bookingId: string): Promise<Enrichment | undefined> {
  try {
    return await client.call(prep.getEnrichment, { bookingId });
  } catch (error) {
    if (reasonOf(error) === 'no_enrichment') return undefined;
    throw error;
  }
}

type NoPackReason = NonNullable<Pack['why']>['reason'];

const makeOne = (bookingId: string): string => `Make one: holdfast prep ${bookingId} --refresh`;

/** Why there is none, and the command that helps. */
const WHY_NONE: Readonly<Partial<Record<NoPackReason, (bookingId: string) => string>>> = {
  not_confirmed: (bookingId) => `It waits for approval: holdfast meetings approve ${bookingId}`,
  over: () => 'It is over or canceled, and none was made before.',
  event_type_off: (bookingId) => `Its event type makes none (prep is off). ${makeOne(bookingId)}`,
  on_its_way: (bookingId) => `It was booked just now. Run this again: holdfast prep ${bookingId}`,
  before_packs: (bookingId) => `It was booked while no packs were made. ${makeOne(bookingId)}`,
};

/** A newer server may know more reasons. */
const whyNone = ({ why }: Pack, bookingId: string): string =>
  WHY_NONE[why?.reason ?? 'before_packs']?.(bookingId) ?? why?.message ?? '';

function noPack(pack: Pack, bookingId: string): CliError {
  const [reason, message] = isBeingMade(pack)
    ? ['pack_not_ready', `The pack is being made. Run this again: holdfast prep ${bookingId}`]
    : pack.status === 'failed'
      ? ['pack_failed', `The pack could not be made. Try again: holdfast prep ${bookingId} --refresh`]
      : ['no_pack', `This meeting has no pack. ${whyNone(pack, bookingId)}`];
  const code = reason === 'no_pack' ? 'resource.not_found' : 'service.unavailable';
  return new CliError({ error: { code, message, details: { reason } } });
}

/** Why the company was not looked up, or nothing was found: the API's words say what helps. */
const reasonNote = ({ status, why, error }: Enrichment): string[] => {
  const words = why?.message ?? (status === 'failed' ? error : null);
  return words ? [inCommands(words)] : [];
};

/** When the look-up is tried again, by the clock here; else how, if it failed. */
function nextTry(retryAt: string | undefined, enrichment: Enrichment | undefined): string[] {
  if (retryAt === undefined) return enrichment?.status === 'failed' ? ['Later: --refresh.'] : [];
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(retryAt));
  return [`The look-up is tried again by itself at ${at} (${timeZone}), and the pack made anew.`];
}

/** What a person should know beside the pack. */
function notesOf(pack: Pack, enrichment: Enrichment | undefined): string[] {
  return [
    ...(isBeingMade(pack) ? ['A new pack is being made; this is the one before.'] : []),
    ...(pack.status === 'failed' ? ['The last try to make it failed; this is the one before.'] : []),
    ...(enrichment ? reasonNote(enrichment) : []),
    ...nextTry(pack.retryAt ?? enrichment?.retryAt, enrichment),
  ];
}
