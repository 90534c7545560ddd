import type { Sql } from 'postgres';
import { isStanding } from '../../domain/booking/booking-states.ts';
import { type Meeting, readMeeting } from '../../store/meetings/meetings.ts';
import { readPackInput } from '../../store/prep/pack-inputs.ts';
import { markPackMailed, type PackHost, readUnmailedHosts } from '../../store/prep/prep-mails.ts';
import { settlePrepStanding } from '../../store/prep/prep-packs.ts';
import { renderPrep } from '../mail/prep-message.ts';
import { deliver, MailRound, testMailer } from '../mail/send.ts';
import { makeAndStore } from './make-and-store.ts';
import type { PrepDependencies } from './prep-dependencies.ts';

/**
 * Mails the pack to each host whose last mail did not tell of this start. It is made anew before: since it was made, earlier meetings with the
 * guest may have taken place. Nobody is looked up. Each host reads their own history with the guest. A meeting that moves or is canceled
 * meanwhile is not mailed to the rest: the flow looks again.
 * @throws MailUnavailable the mail provider is away
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

/** What the event type says of its packs, in the dashboard of its workspace. */
const settingsUrl = (appUrl: string, { eventTypeId, workspaceSlug }: Meeting): string =>
  `${appUrl}/event-types/${eventTypeId}?${new URLSearchParams({ workspace: workspaceSlug })}#prep`;

/** The meeting, if its mail is due now. It is read last: one that moves meanwhile is mailed with the time that holds. */
async function readDueMeeting(sql: Sql, bookingId: string): Promise<Meeting | undefined> {
  const standing = await settlePrepStanding(sql, bookingId);
  if (standing.stage === 'over' || !standing.isMailDue) return undefined;
  const meeting = await readMeeting(sql, bookingId);
  return meeting && isStanding(meeting.status) ? meeting : undefined;
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
