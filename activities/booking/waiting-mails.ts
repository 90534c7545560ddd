import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import { addressHash } from '../../domain/mail/recipient-tokens.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { readChange, readStateAt } from '../../store/booking/booking-changes.ts';
import { type DueMail, noteWaitingMailLeft, takeDueMails } from '../../store/booking/waiting-mails.ts';
import type { MissedMails } from '../../store/mail/dropped-mails.ts';
import { isRefusedAddress } from '../../store/mail/refused-addresses.ts';
import { readMeeting } from '../../store/meetings/meetings.ts';
import { deliver, type Mailer, MailRound } from '../mail/send.ts';
import { type AnnouncementLinks, waitedMails } from './announcements.ts';

interface WaitingMailDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: AnnouncementLinks;
  readonly now: () => number;
  readonly heartbeat: () => void;
  /** Called once mails of moves did not leave before their meeting. */
  readonly onMissedMails: (missed: MissedMailsOfBooking) => void;
}

/** It holds no address: it is logged. */
export interface MissedMailsOfBooking extends MissedMails {
  readonly bookingId: string;
}

/**
 * Sends the mails of moves that waited and have room now, or whose meeting is near. Safe to repeat: each was counted when it was taken, and
 * has a key.
 * @throws the first failure, after all were tried
 */
export async function mailWaiting(dependencies: WaitingMailDependencies, bookingId: string): Promise<void> {
  const { sql, heartbeat, onMissedMails } = dependencies;
  const round = new MailRound();
  const { leaving, missed } = await takeDueMails(sql, bookingId);
  if (missed) onMissedMails({ bookingId, ...missed });
  for (const due of leaving) {
    heartbeat();
    await round.send(() => mailOne(dependencies, bookingId, due));
  }
  round.end();
}

async function mailOne(
  { sql, secrets, mailer, service, links, now }: WaitingMailDependencies,
  bookingId: string,
  due: DueMail,
): Promise<void> {
  const [meeting, change, state] = await Promise.all([
    readMeeting(sql, bookingId),
    readChange(sql, bookingId, due.revision),
    readStateAt(sql, bookingId, due.revision),
  ]);
  if (!meeting || !change) return;
  const known = { email: due.email, startMs: due.knownStartMs, endMs: due.knownEndMs };
  const facts = { meeting, change, ...state, nowMs: now() };
  for (const mail of waitedMails(service, links, secrets, facts, known)) {
    const isRefused = mail.refuseUrl !== null && (await isRefusedAddress(sql, addressHash(secrets, mail.to)));
    if (!isRefused) await deliver(mailer, mail);
  }
  await noteWaitingMailLeft(sql, bookingId, due, change);
}
