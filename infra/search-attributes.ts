/** `npm run search-attributes`: registers our search attributes at TEMPORAL_ADDRESS. Safe to repeat. */
import { environment, loadTemporalConfig } from './config.ts';
import { describeStartFailure } from './start-failure.ts';
import { registerSearchAttributes } from './temporal.ts';

async function run(): Promise<void> {
  const added = await registerSearchAttributes(loadTemporalConfig(environment));
  process.stdout.write(
    added.length === 0 ? 'All search attributes are registered already.\n' : `Added ${added.join(', ')}.\n`,
  );
}

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
});
