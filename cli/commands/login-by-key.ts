import { text as streamText } from 'node:stream/consumers';
import { isCancel, password } from '@clack/prompts';
import { workspace } from '../../schemas/operations/workspaces/workspace.ts';
import { createClient } from '../client.ts';
import { usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import type { MailLoginOptions } from './login-by-mail.ts';
import type { Granted } from './store-login.ts';

/**
 * A login with a key that somebody has, such as one of `holdfast seats create`. It is no argument: those are seen by other
 * programs and kept by shells.
 * @throws CliError if other ways to log in are named too, nothing comes, or the server refuses the key
 */
export async function loginByKey(session: Session, options: MailLoginOptions): Promise<Granted> {
  const named = (['email', 'operator', 'workspace', 'name'] as const).filter((name) => options[name] !== undefined);
  if (named.length > 0)
    throw usageError(
      `--with-key takes no --${named.join(', --')}: the key has its person, name and workspace already.`,
    );
  const apiKey = await readKey(session);
  const { user, workspace: where } = await createClient(session.endpoints, { apiKey }).call(workspace.getWorkspace, {});
  return {
    apiKey,
    workspace: { id: where.id, name: where.name, slug: where.slug },
    user: { id: user.id, email: user.email },
  };
}

async function readKey({ output }: Session): Promise<string> {
  const given = output.interactive ? await password({ message: 'The key' }) : await streamText(process.stdin);
  const key = isCancel(given) ? '' : given.trim();
  // A header that cannot be sent would be quoted in the error.
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw usageError('No key came. Send it as one line of standard input: holdfast login --with-key < key.txt');
}
