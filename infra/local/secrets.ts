import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LocalStackError } from './local-stack-error.ts';

const LocalSecrets = z.object({ secretKey: z.string(), postgresPassword: z.string() });
export type LocalSecrets = z.output<typeof LocalSecrets>;

/**
 * The secrets of this checkout's stack, made at its first start and readable only by their owner.
 * @throws LocalStackError if the file is damaged: without its password the database cannot be opened.
 */
export async function localSecrets(folder: string): Promise<LocalSecrets> {
  const file = join(folder, 'secrets.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    const secrets = {
      secretKey: randomBytes(32).toString('base64'),
      postgresPassword: randomBytes(18).toString('base64url'),
    };
    await mkdir(folder, { recursive: true });
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return secrets;
  }
  try {
    return LocalSecrets.parse(JSON.parse(text));
  } catch {
    throw new LocalStackError(`${file} is damaged.`, '  npm start -- --fresh makes a new one and deletes the data.');
  }
}
