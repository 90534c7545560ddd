/** `npm run rotate-calendar-keys`: seals the tokens of all calendars with the first of CALENDAR_TOKEN_KEYS. Safe to repeat, and while all runs. */
import postgres from 'postgres';
import { tokenKeysOf } from '../domain/calendars/sealed-token.ts';
import { deriveSecrets } from '../domain/secrets.ts';
import { rotateTokenKeys } from '../store/calendars/rotate-keys.ts';
import { environment, loadTokenKeyConfig } from './config.ts';
import { describeStartFailure } from './start-failure.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const { databaseUrl, secretKey, calendarTokenKeys } = loadTokenKeyConfig(environment);
  const keys = tokenKeysOf(calendarTokenKeys, deriveSecrets(secretKey).calendarTokens);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const { sealed, unknown, kept } = await rotateTokenKeys(sql, keys);
    say(`Sealed ${sealed} connections with the key ${keys[0]?.id}; ${kept} had it already.`);
    for (const [keyId, count] of unknown)
      say(`${count} are sealed with ${keyId}, which is not among the keys: these people must connect again.`);
    if (unknown.size === 0)
      say('Keys other than the first seal nothing any more: remove them from CALENDAR_TOKEN_KEYS.');
  } finally {
    await sql.end();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
});
