import { confirm, isCancel } from '@clack/prompts';
import { usageError } from '../exit.ts';
import type { Session } from '../session.ts';

/** Asks people to confirm. Programs are not asked. @throws CliError they said no; `nothing` says what did not happen */
export async function sure(
  { output }: Session,
  message: string,
  yes: true | undefined,
  nothing = 'Nothing was revoked.',
): Promise<void> {
  if (yes || !output.interactive) return;
  const agreed = await confirm({ message, initialValue: false });
  if (isCancel(agreed) || !agreed) throw usageError(nothing);
}
