import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isCancel, text } from '@clack/prompts';
import { nativeSignIn } from '../../schemas/operations/accounts/native-sign-in.ts';
import { workspace } from '../../schemas/operations/workspaces/workspace.ts';
import type { AuthResult } from '../../schemas/shapes/native-sign-in.ts';
import { createClient } from '../client.ts';
import { clientName } from '../client-name.ts';
import { CliError, EXIT, usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import type { Granted } from './store-login.ts';

export interface MailLoginOptions {
  readonly name?: string;
  readonly email?: string;
  /** Who decides, if the address is an agent's. */
  readonly operator?: string;
  /** Workspace of the key. */
  readonly workspace?: string;
}

/** How long one poll waits for the operator. The answer comes as soon as the decision is made. */
const WAIT_SECONDS = 20;
const PAUSE_MS = 2_000;

/** Signs in by a mailed code: typed in a terminal, else a line of standard input. If an operator decides, waits for them. */
export async function loginByMail(session: Session, email: string, options: MailLoginOptions): Promise<Granted> {
  const { guest, output } = session;
  const said = {
    clientName: clientName(),
    ...(options.name !== undefined && { agentName: options.name }),
    ...(options.operator !== undefined && { prospectEmail: options.operator }),
  };
  const { challengeId, notice } = await guest.call(nativeSignIn.startNativeEmail, { email, ...said });
  output.note(`To ${email}: ${notice}`);
  const place = options.workspace === undefined ? {} : { workspaceId: options.workspace };
  const answer = await enterCode(session, (code) =>
    guest.call(nativeSignIn.verifyNativeEmail, { challengeId, code, ...said, ...place }),
  );
  if ('apiKey' in answer) return grantedBy(session, answer);
  output.note(
    `${answer.claimSentTo} gets a mail and decides. Waiting for them, up to ${Math.round(answer.expiresIn / 3_600)} hours.`,
  );
  return grantedBy(session, await waitForOperator(session, answer.pollToken));
}

/** Asks until a code is right, or none is left to try. */
async function enterCode<Answer>(session: Session, verify: (code: string) => Promise<Answer>): Promise<Answer> {
  for await (const code of codesOf(session)) {
    try {
      return await verify(code);
    } catch (error) {
      if (!(error instanceof CliError) || !mayTryAgain(error)) throw error;
      session.output.note(error.message);
    }
  }
  throw usageError('No right code came. Type it in a terminal, or send it as a line of standard input.');
}

const mayTryAgain = ({ envelope }: CliError): boolean =>
  ['code_invalid', 'code_malformed'].includes(String(envelope.error.details?.reason));

async function* codesOf({ output }: Session): AsyncGenerator<string> {
  if (output.interactive) {
    for (;;) {
      const typed = await text({ message: 'The eight letters of the mail' });
      if (isCancel(typed)) throw usageError('Nothing was changed.');
      if (typed.trim() !== '') yield typed.trim();
    }
  }
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    for await (const line of lines) if (line.trim() !== '') yield line.trim();
  } finally {
    lines.close();
    process.stdin.destroy();
  }
}

/** Polls until the operator has decided. Retries short failures; the claim stays. */
async function waitForOperator({ guest }: Session, pollToken: string): Promise<AuthResult> {
  for (;;) {
    try {
      const answer = await guest.call(nativeSignIn.pollNativeClaim, { pollToken, waitSeconds: WAIT_SECONDS });
      if (answer.status === 'claimed') return answer;
    } catch (error) {
      const isPassing =
        error instanceof CliError && [EXIT.unavailable, EXIT.rateLimited].includes(error.exitCode as 7 | 8);
      if (!isPassing) throw error;
    }
    await delay(PAUSE_MS);
  }
}

/** A login with the id of its person, which the answer lacks. The key is sent once, so it is kept even if the id cannot be read. */
async function grantedBy({ endpoints }: Session, { apiKey, workspace: where, user }: AuthResult): Promise<Granted> {
  const id = await createClient(endpoints, { apiKey })
    .call(workspace.getWorkspace, {})
    .then(
      (seen) => seen.user.id,
      () => '',
    );
  return { apiKey, workspace: where, user: { id, email: user.email } };
}
