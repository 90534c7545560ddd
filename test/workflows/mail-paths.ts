import { v7 as uuidv7 } from 'uuid';
import type { MailEnd } from '../../domain/mail/outbox.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import { flowClientOf } from '../support/drivers/flow-client.ts';
import { storeNotice } from '../support/factories/access-notices.ts';
import { storeLink } from '../support/factories/accounts.ts';
import type { Stack } from '../support/stack/stack.ts';

interface MailPath {
  readonly name: string;
  readonly ends: MailEnd;
  /** Returns the id of the mail. */
  walk(stack: Stack): Promise<string>;
}

export const newAddress = (domain: string): string => `mail-${uuidv7().slice(-12)}@${domain}`;

/** Starts the flow of a mail. Returns its id. */
export function send(stack: Stack, id: string): string {
  flowClientOf(stack).start('mail', { id, workspaceId: null });
  return id;
}

const linkTo = async (stack: Stack, domain: string): Promise<string> =>
  send(stack, await storeLink(stack, newAddress(domain)));

/** Every path through the flow of a mail. Each has a history in test/histories/mail, by its name. */
export const mailPaths: readonly MailPath[] = [
  { name: 'mailed', ends: 'mailed', walk: (stack) => linkTo(stack, 'new.test') },
  { name: 'mailed-when-the-provider-is-back', ends: 'mailed', walk: (stack) => linkTo(stack, 'slow.test') },
  { name: 'refused-by-the-provider', ends: 'undeliverable', walk: (stack) => linkTo(stack, 'refuses.test') },
  {
    name: 'too-late-to-mail',
    ends: 'late',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      await stack.sql`update sign_in_links set expires_at = clock_timestamp() where id = ${id}`;
      return send(stack, id);
    },
  },
  {
    name: 'left-out',
    ends: 'left_out',
    walk: async (stack) => {
      const { id } = await storeNotice(stack, { email: newAddress('new.test'), mailsToday: 20 });
      // A concurrent notice took the last mail of the day.
      await stack.sql`update access_notices set decision = 'none', decided_at = clock_timestamp() where id = ${id}`;
      return send(stack, id);
    },
  },
  {
    name: 'its-row-is-gone',
    ends: 'gone',
    walk: async (stack) => {
      const { id } = await storeNotice(stack, { email: newAddress('new.test') });
      await stack.sql`delete from access_notices where id = ${id}`;
      return send(stack, id);
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'mailed',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      const start = flowStart('mail', { id, workspaceId: null }, stack.taskQueue);
      await stack.client.workflow.signalWithStart('mail', { ...start, signal: flows.mail.signals.nudge });
      return id;
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { mail: mailPaths };
