import type { Sql } from 'postgres';
import { isScheduled } from '../../domain/booking/booking-states.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { enrichmentParts } from '../../domain/prep/enrichment-parts.ts';
import { makePack } from '../../domain/prep/make-pack.ts';
import type { MadePack } from '../../domain/prep/pack-input.ts';
import { inTransaction } from '../../store/database.ts';
import { type Meeting, readMeeting } from '../../store/meetings/meetings.ts';
import { writeParts } from '../../store/prep/enrichments.ts';
import { readPackInput } from '../../store/prep/pack-inputs.ts';
import { markPackMailed, type PackHost, readUnmailedHosts } from '../../store/prep/prep-mails.ts';
import { readInputsVersion, settlePack, writePack } from '../../store/prep/prep-packs.ts';
import { renderPrep } from '../mail/prep-message.ts';
import { deliver, type Mailer, MailRound, testMailer } from '../mail/send.ts';
import type { LookUpDomain } from './look-up-domain.ts';

type Dependencies = Pick<PrepDependencies, 'sql' | 'onPrepFault'>;

/**
 * Makes a booking's pack of what is known now. An error in our code leaves the booking
 * without a new pack; one of the database is retried.
 * @returns null: it was not made
 */
export async function makeAndStore({ sql, onPrepFault }: Dependencies, bookingId: string): Promise<MadePack | null> {
  const version = await readInputsVersion(sql, bookingId);
  const input = version === undefined ? undefined : await readPackInput(sql, bookingId);
  if (version === undefined || !input) return null;
  let made: { pack: MadePack; parts: ReturnType<typeof enrichmentParts> } | null = null;
  try {
    made = { pack: makePack(input), parts: enrichmentParts(input) };
  } catch (error) {
    onPrepFault(bookingId, 'pack', error);
  }
  await inTransaction(sql, async (tx) => {
    await writePack(tx, bookingId, { version, pack: made?.pack ?? null });
    if (made) await writeParts(tx, bookingId, made.parts);
  });
  return made?.pack ?? null;
}

/** The dependencies of the activities of prep packs. */
export interface PrepDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
  readonly now: () => number;
  readonly heartbeat: () => void;
  /** null: this installation looks nothing up. */
  readonly lookUpDomain: LookUpDomain | null;
  /** Called when our own code broke. The flow goes on without this part. */
  readonly onPrepFault: (bookingId: string, part: 'look-up' | 'pack', error: unknown) => void;
}

/**
 * Mails the pack to each host whose last mail was not about this start. It is made again before: since it was made, earlier meetings with the
 * guest may have taken place. Nobody is looked up. Each host reads their own history with the guest. A meeting that moves or is canceled
 * during this is not mailed to the rest: the flow checks again.
 * @throws MailUnavailable
 * @throws Error the pack could not be made
 */
export async function mailPack(dependencies: PrepDependencies, bookingId: string): Promise<void> {
  const { sql, mailer, service, links, now, heartbeat } = dependencies;
  if (!(await readDueMeeting(sql, bookingId))) return;
  // Without this error, the flow would find the mail due at once, again and again.
  if (!(await makeAndStore(dependencies, bookingId)))
    throw new Error('The pack could not be made, so it is not mailed.');
  const round = new MailRound();
  for (const host of await readUnmailedHosts(sql, bookingId)) {
    heartbeat();
    const meeting = await readDueMeeting(sql, bookingId);
    if (!meeting) return;
    const reader = readerOf(meeting, host);
    const input = reader && (await readPackInput(sql, bookingId, reader));
    if (!reader || !input) continue;
    const outbox = meeting.testMode ? testMailer(sql, { bookingId, now }) : mailer;
    const before = { mailedStartMs: host.mailedStartAt?.getTime() ?? null, moveRevision: host.moveRevision };
    const mail = renderPrep(service, {
      ...{ meeting, input, host: reader, appUrl: links.appUrl, ...before },
      settingsUrl: settingsUrl(links.appUrl, meeting),
    });
    await round.send(async () => {
      await deliver(outbox, mail);
      await markPackMailed(sql, bookingId, { hostId: host.userId, startMs: meeting.startMs });
    });
  }
  round.end();
}

/** The settings of the event type's packs, in the dashboard of its workspace. */
const settingsUrl = (appUrl: string, { eventTypeId, workspaceSlug }: Meeting): string =>
  `${appUrl}/event-types/${eventTypeId}?${new URLSearchParams({ workspace: workspaceSlug })}#prep`;

/** The meeting, if its mail is due now. It is read last: a meeting that moves is mailed with its new time. */
async function readDueMeeting(sql: Sql, bookingId: string): Promise<Meeting | undefined> {
  const progress = await settlePack(sql, bookingId);
  if (progress.stage === 'ended' || !progress.isMailDue) return undefined;
  const meeting = await readMeeting(sql, bookingId);
  return meeting && isScheduled(meeting.status) ? meeting : undefined;
}

/** undefined: no host any more, since the meeting was read. */
const readerOf = (
  { hostEmail, hostTimezone, hostLanguage, hostRegion, otherHosts }: Meeting,
  { userId, isOwn }: PackHost,
) =>
  isOwn
    ? { userId, email: hostEmail, timezone: hostTimezone, language: hostLanguage, region: hostRegion ?? null }
    : otherHosts.flatMap(({ email, timezone, language, region = null, ...other }) =>
        other.userId === userId ? [{ userId, email, timezone, language, region }] : [],
      )[0];
