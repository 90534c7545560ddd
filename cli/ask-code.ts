import { isCancel, text } from '@clack/prompts';
import { CliError, usageError } from './exit.ts';

/** A typo is no reason to have another code mailed. The service counts wrong codes, too. */
const TRIES = 3;

async function askCode(): Promise<string> {
  const typed = await text({
    message: 'Six-digit code from the mail',
    validate: (value) => (/^\s*\d{6}\s*$/.test(value ?? '') ? undefined : 'six digits'),
  });
  if (isCancel(typed)) throw usageError('Nothing was booked.');
  return typed.trim();
}

const isWrongCode = (error: unknown): error is CliError =>
  error instanceof CliError && error.envelope.error.details?.reason === 'code_invalid';

/**
 * Asks a person for the code of a mail, and again if it was wrong: three times in all.
 * @param use books with the code
 * @throws CliError of `use` that is about something else, or the third about a wrong code
 */
export async function withCode<T>(
  use: (code: string) => Promise<T>,
  { say, ask = askCode }: { readonly say: (text: string) => void; readonly ask?: () => Promise<string> },
): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    const code = await ask();
    try {
      return await use(code);
    } catch (error) {
      if (!isWrongCode(error) || left === 0) throw error;
      say(`This is not the code of the mail. Look at the newest one and type it again (${left} left).`);
    }
  }
}
