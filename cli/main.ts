#!/usr/bin/env node
import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { registerAccess } from './commands/access.ts';
import { registerAccount } from './commands/account.ts';
import { registerBilling } from './commands/billing.ts';
import { registerBooking } from './commands/booking.ts';
import { registerCalendars } from './commands/calendars.ts';
import { registerLogin } from './commands/login.ts';
import { registerMachine } from './commands/machine.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerPrep } from './commands/prep.ts';
import { registerTools } from './commands/tools.ts';
import { CliError, EXIT } from './exit.ts';
import { createOutput } from './output.ts';
import { version } from './version.ts';

/** Who reads has seen enough, as with `| head -1`: the command ends, as others do, and it is no failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
process.stdout.on('error', endWithReader);
process.stderr.on('error', endWithReader);

const json = process.argv.includes('--json');
const program = new Command('holdfast')
  .description('Book meetings, and run a Holdfast workspace')
  .version(version)
  .option('--json', 'answer with JSON on stdout, errors with JSON on stderr')
  .option('--profile <name>', 'which login to use (HOLDFAST_PROFILE)')
  .option('--url <address>', 'the app (HOLDFAST_URL)')
  .option('--public-url <address>', 'the booking pages (HOLDFAST_PUBLIC_URL)')
  .showHelpAfterError('(--help shows how)')
  .showSuggestionAfterError()
  // Set before the commands, which inherit it. --json prints one envelope, so commander must print nothing.
  .configureOutput(json ? { writeErr: () => {} } : {})
  .exitOverride();
registerLogin(program);
registerAccount(program);
registerBooking(program);
registerAccess(program);
registerCalendars(program);
registerBilling(program);
registerPrep(program);
registerTools(program);
registerMachine(program);
registerMcp(program, version);
tab(program);

/** Prints errors, never with a stack. Commander has already printed its own. */
const exitCodeOf = (error: unknown): number => {
  const output = createOutput(json);
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    if (json) output.fail(mistyped(error));
    return EXIT.usage;
  }
  if (error instanceof CliError) {
    output.fail(error.envelope);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  output.fail({ error: { code: 'internal.unexpected', message } });
  return EXIT.unexpected;
};

const mistyped = ({ code, message }: CommanderError) => {
  const words = code === 'commander.help' ? 'A command is missing; --help lists them' : message.replace(/^error: /, '');
  return { error: { code: 'request.invalid', message: words } };
};

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
