/** `npm run cli-reference`: the reference of commands in docs/cli.md, made from the commands themselves. */
import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { addAllCommands } from '../cli/catalogue.ts';
import { EXIT } from '../cli/exit.ts';
import { EXIT_MEANINGS } from '../cli/help.ts';

const FILE = new URL('../docs/cli.md', import.meta.url);
const [BEGIN, END] = ['<!-- commands: npm run cli-reference -->', '<!-- /commands -->'];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A line for each command, with its own options. */
function rowsOf(command: Command, before: string): string[] {
  const help = command.createHelp();
  const shown = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
  const name = [before, command.name(), ...shown].filter((part) => part !== '').join(' ');
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map(({ flags, argChoices }) => `\`${flags}\`${argChoices ? ` (${argChoices.join(', ')})` : ''}`);
  const own = `| \`${name}\` | ${cell(command.description())} | ${cell(options.join(', '))} |`;
  const inner = command.commands.filter((one) => one.name() !== 'help');
  return [own, ...inner.flatMap((one) => rowsOf(one, [before, command.name()].filter(Boolean).join(' ')))];
}

/** docs/cli.md as it must be. @param text as it is */
export async function withReference(text: string): Promise<string> {
  const program = new Command('holdfast');
  await addAllCommands(program);
  const rows = program.commands.flatMap((command) => rowsOf(command, ''));
  const codes = Object.entries(EXIT_MEANINGS).map(([name, says]) => `| ${EXIT[name as keyof typeof EXIT]} | ${says} |`);
  const table = ['| command | what it does | options |', '|---|---|---|', ...rows].join('\n');
  const exits = ['| Exit code | Means |', '|---|---|', ...codes].join('\n');
  const [head, rest = ''] = text.split(BEGIN);
  const [, tail] = rest.split(END);
  if (tail === undefined) throw new Error('docs/cli.md lacks the marks of the commands');
  const whole = `${head}${BEGIN}\n${table}\n${END}${tail}`;
  return whole.replace(/\| Exit code \| Means \|\n(\|.*\n)+/, `${exits}\n`);
}

if (import.meta.url === new URL(process.argv[1] ?? '', 'file:').href) {
  const text = await readFile(FILE, 'utf8');
  await writeFile(FILE, await withReference(text));
}
