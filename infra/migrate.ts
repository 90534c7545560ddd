/** `npm run migrate`: brings the database at DATABASE_URL up to date. Safe to run from several places at once. */
import postgres from 'postgres';
import { migrate } from '../store/migrate.ts';
import { databaseUrl, environment } from './config.ts';
import { describeStartFailure } from './start-failure.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const sql = postgres(databaseUrl(environment), { max: 1, onnotice: () => {} });
  try {
    const applied = await migrate(sql, {
      onApply: (name) => say(`applying ${name}`),
      onBusy: (name, tries) => say(`${name} waits: a table that it changes is in use (try ${tries})`),
    });
    say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length} migrations.`);
  } finally {
    await sql.end();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
});
