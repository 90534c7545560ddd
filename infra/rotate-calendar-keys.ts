/**
 * `npm run rotate-calendar-keys`: seals the tokens of all calendars, and the secrets of webhooks, with the first of CALENDAR_TOKEN_KEYS. Safe to repeat, and while all runs.
 * `-- --lost`: those that none of the keys opens must be connected again.
 */
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { tokenKeysOf } from '../domain/sealed-token.ts';
import { deriveSecrets } from '../domain/secrets.ts';
import { giveUpConnections, rotateTokenKeys } from '../store/calendars/rotate-keys.ts';
import { rotateWebhookKeys } from '../store/webhooks/rotate-keys.ts';
import { environment, loadTokenKeyConfig } from './config.ts';
import { describeStartFailure } from './start-failure.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const { lost } = parseArgs({ options: { lost: { type: 'boolean', default: false } } }).values;
  const { databaseUrl, secretKey, calendarTokenKeys } = loadTokenKeyConfig(environment);
  const keys = tokenKeysOf(calendarTokenKeys, deriveSecrets(secretKey).calendarTokens);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const { sealed, unknown, kept } = await rotateTokenKeys(sql, keys);
    say(`Sealed ${sealed} connections with the key ${keys[0]?.id}; ${kept} had it already.`);
    for (const [keyId, ids] of unknown)
      say(
        `${ids.length} are sealed with a key ${keyId} that is not among the keys, or has other bytes now. They wait until it is back. If it is lost: -- --lost`,
      );
    if (unknown.size > 0 && sealed + kept === 0) say('No connection opens at all: is SECRET_KEY that of the service?');
    if (lost)
      say(`${await giveUpConnections(sql, [...unknown.values()].flat())} people must connect again; each gets a mail.`);
    const webhooks = await rotateWebhookKeys(sql, keys);
    say(`Sealed the secrets of ${webhooks.sealed} webhooks with it.`);
    if (webhooks.unknown.length > 0)
      say(
        `No key opens the secrets of the webhooks ${webhooks.unknown.join(', ')}: rotate them (rotate_webhook_secret).`,
      );
    if (unknown.size === 0 && webhooks.unknown.length === 0)
      say('Keys other than the first seal nothing any more: remove them from CALENDAR_TOKEN_KEYS.');
  } finally {
    await sql.end();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
});
