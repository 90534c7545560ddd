import { defineSignal, setHandler } from '@temporalio/workflow';
import type { OutboxActivities } from '../activities/mail/outbox.ts';
import type { MailEnd } from '../domain/mail/outbox.ts';
import { flows } from './catalogue.ts';
import { showDetails, showState } from './details.ts';
import { mailActivities, mailedOr } from './mail-activities.ts';

/** While the provider is unavailable, the activity says when to try again, by the kind of the mail. */
const { sendMail } = mailActivities<OutboxActivities>('1 day', { maximumInterval: '30 seconds' });

/** Sends a mail of the outbox. No token, code or address enters this flow: the activity derives and reads them. */
export async function mail({ mailId }: { readonly mailId: string }): Promise<MailEnd> {
  // The sweep starts a flow that is missing, and signals one that runs: that changes nothing.
  setHandler(defineSignal(flows.mail.signals.nudge), () => {});
  showDetails('Sending the mail.');
  const end = await mailedOr<MailEnd>('unsent', () =>
    sendMail.executeWithOptions({ summary: 'send the mail' }, [mailId]),
  );
  showState(WORDS, end);
  return end;
}

const WORDS: Readonly<Record<MailEnd, string>> = {
  mailed: 'Ended: the mail left.',
  undeliverable: 'Ended: the mail provider, or the recipient, refuses mail to this address.',
  late: 'Ended: the link or the code was used, replaced or too old before a mail could leave.',
  left_out: 'Ended: the person had enough such mails today, the last of which said so.',
  gone: 'Ended: a row that the mail needs is gone.',
  unsent: 'Ended for now: the mail provider took no mail for a day. The sweep starts this flow again.',
};
