import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { composeMail } from './mail-parts.ts';

const MOST_NAMED = 5;

export interface FloodMail {
  readonly floodId: string;
  readonly workspaceId: string;
  readonly hostEmail: string;
  /** Domains, and whole inboxes at mail providers. */
  readonly mailDomains: readonly string[];
}

/** Informs a host that one origin has reached its cap of upcoming bookings, and how to cancel them in one call. */
export function renderFlood(
  service: MailService,
  { floodId, workspaceId, hostEmail, mailDomains }: FloodMail,
): OutgoingMail {
  const named = mailDomains.slice(0, MOST_NAMED).map(linkless).join(', ');
  const origin = named === '' ? 'one network' : `addresses of ${named}`;
  const lead = `You have so many upcoming bookings from ${origin} that ${service.name} now refuses further ones from there. Other guests can still book you.`;
  return composeMail(
    service,
    {
      key: `${floodId}:flood`,
      workspaceId,
      to: hostEmail,
      replyTo: null,
      kind: 'booking_flood',
      subject: 'Unusually many bookings from one place',
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: 'Unusually many bookings from one place',
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'paragraph',
          text: 'Are they unwanted? Ask your agent to run clear_booking_flood. It first lists these bookings, then cancels them all with dryRun set to false. By API: POST /api/v1/bookings/clear-flood.',
        },
        {
          kind: 'paragraph',
          text: 'Are they wanted? An admin raises the caps upcomingPerNetwork and upcomingPerMailDomain with update_workspace.',
        },
      ],
      footer: `${service.name} sends one mail for each incident. It is over when you clear it, or after a day without a refused booking.`,
    },
  );
}
