#!/usr/bin/env node
import { CommanderError } from 'commander';
import { addAllCommands, addCommands, calledCommand, refuseUnknownSubcommand } from './catalogue.ts';
import { CliError, EXIT } from './exit.ts';
import { createOutput } from './output.ts';
import { createProgram } from './program.ts';

/** Who reads has seen enough, as with `| head -1`: the command ends, as others do, and it is no failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
process.stdout.on('error', endWithReader);
process.stderr.on('error', endWithReader);

const args = process.argv.slice(2);
const json = args.some((arg) => /^--(json$|fields($|=))/.test(arg));

const program = createProgram(json);

/** Completion knows every command, and is a library of its own. */
async function load(): Promise<void> {
  const called = calledCommand(program, args);
  if (called !== 'complete') {
    await addCommands(program, called);
    program.command('complete [shell]').description('Print shell completion for bash, zsh, fish or powershell');
    return;
  }
  await addAllCommands(program);
  const [{ default: tab }, { addChoices, completeValue }] = await Promise.all([
    import('@bomb.sh/tab/commander'),
    import('./completion.ts'),
  ]);
  const typed = args.includes('--') ? args.slice(args.indexOf('--') + 1) : [];
  if (await completeValue(typed)) process.exit();
  await addChoices(program, typed);
  tab(program);
}

/** Prints errors, never with a stack. Commander has already printed its own. */
const exitCodeOf = (error: unknown): number => {
  const output = createOutput(json);
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    if (json) output.fail(mistyped(error));
    return EXIT.usage;
  }
  if (error instanceof CliError) {
    output.fail(error.envelope, error.forPeople);
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
  await load();
  refuseUnknownSubcommand(program, args);
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
