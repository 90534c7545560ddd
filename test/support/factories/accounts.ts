import { v7 as uuidv7 } from 'uuid';
import { localMailer, type Mailer, MailRefused, MailUnavailable } from '../../../activities/mail/send.ts';
import { signInToken, tokenHash } from '../../../domain/secrets.ts';
import { changeMe } from '../../../store/accounts/change-me.ts';
import { openLink } from '../../../store/accounts/sign-in-links.ts';
import type { Queryable } from '../../../store/database.ts';
import { type Place, personWithBrowser } from '../drivers/session.ts';
import type { Stack } from '../stack/stack.ts';

/** A mailer that refuses mail to `…@refuses.test`, and fails once for each mail to `…@slow.test`. */
export function unreliableMailer(sql: Queryable): Mailer {
  const box = localMailer(sql, Date.now);
  const seen = new Set<string>();
  return {
    async send(mail) {
      if (mail.to.endsWith('@refuses.test')) throw new MailRefused('InactiveRecipient');
      if (mail.to.endsWith('@slow.test') && !seen.has(mail.key)) {
        seen.add(mail.key);
        throw new MailUnavailable('timeout');
      }
      return box.send(mail);
    },
  };
}

/** Stores a sign-in link as the sign-in page does, without a flow. @returns its id */
export async function storeLink({ sql, secrets }: Pick<Stack, 'sql' | 'secrets'>, email: string): Promise<string> {
  const id = uuidv7();
  const link = {
    id,
    email,
    tokenHash: tokenHash(signInToken(secrets, id)),
    browserHash: Buffer.alloc(32),
    returnTo: '/',
    timezone: null,
    language: 'en' as const,
    clientNetwork: '192.0.2.1',
    clientHashes: [],
  };
  if (!(await openLink(sql, link))) throw new Error(`${email} had enough links`);
  return id;
}

/** Stores a person's wish for another address, with the mail of its link, without a flow. */
export async function storeAccountMail({ sql, secrets, appUrl }: Place, email: string) {
  const [changeId, mailId] = [uuidv7(), uuidv7()];
  const { userId, sessionId } = await personWithBrowser(
    { sql, secrets, appUrl },
    `before-${changeId.slice(-12)}@old.test`,
  );
  const asked = { id: changeId, mailId, email, clientNetwork: changeId };
  const outcome = await changeMe(sql, { kind: 'person', userId, sessionId }, { address: asked }, 'web');
  if ('refused' in outcome) throw new Error(`${email}: ${outcome.refused}`);
  return { changeId, mailId, userId };
}

/** Stores a workspace on trial with an owner, `owner-<id>@host.test`, without a flow. @returns its id */
export async function storeTrial({ sql }: Pick<Stack, 'sql'>): Promise<string> {
  const id = uuidv7();
  const userId = uuidv7();
  await sql`
    insert into workspaces (id, slug, name, plan, subscription_status, trial_ends_at)
    values (${id}, ${`w${id.slice(-12)}`}, 'On trial', 'growth', 'trialing', clock_timestamp() + interval '14 days')`;
  await sql`insert into users (id, email, name) values (${userId}, ${ownerOfTrial(id)}, 'Olga Owner')`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role) values (${uuidv7()}, ${id}, ${userId}, 'olga', 'owner')`;
  return id;
}

/** The owner's address. */
export const ownerOfTrial = (workspaceId: string): string => `owner-${workspaceId}@host.test`;

export interface WorkspaceState {
  readonly plan: string;
  readonly status: string;
}

export async function stateOf({ sql }: Pick<Stack, 'sql'>, id: string): Promise<WorkspaceState | undefined> {
  const [row] = await sql<WorkspaceState[]>`
    select plan, subscription_status as status from workspaces where id = ${id}`;
  return row;
}
