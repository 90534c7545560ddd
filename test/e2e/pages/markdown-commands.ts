import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { blocksIn } from '../../docs/examples.ts';
import type { TestHost } from '../../support/drivers/host.ts';
import type { Stack } from '../../support/stack/stack.ts';

const run = promisify(execFile);

/** The value of each placeholder, a word in capitals. */
export type Values = Readonly<Record<string, unknown>>;

/** Everything except letters and digits. */
const percentEncoded = (value: unknown): string =>
  encodeURIComponent(String(value)).replace(/[-_.!~*'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/** A call with its placeholders replaced as the page says: as JSON in a body, encoded in a URL. */
export function fillIn(call: string, values: Values): string {
  const [address = '', ...body] = call.split('\n');
  const given = (name: string): unknown => {
    if (!Object.hasOwn(values, name)) throw new Error(`Nothing stands for ${name} in ${call}`);
    return values[name];
  };
  const filled = address.replace(/\b(?:GUEST_ZONE|TOKEN)\b/g, (name) => percentEncoded(given(name)));
  return [
    filled,
    ...body.map((line) => line.replace(/"([A-Z][A-Z0-9_]+)"/g, (_, name) => JSON.stringify(given(name)))),
  ].join('\n');
}

/** Runs a command of a page as an agent does. @returns the JSON that it printed. */
export async function runCommand(command: string, values: Values): Promise<Record<string, unknown>> {
  const filled = fillIn(command, values);
  const { stdout } = await run('sh', ['-euc', filled], { env: { PATH: process.env.PATH }, timeout: 60_000 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The commands of a page, in their order. */
export const commandsOf = (markdown: string): string[] =>
  blocksIn(markdown)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);

/** The command whose URL ends so. */
export const commandFor = (commands: readonly string[], end: string): string => {
  const found = commands.find((command) => command.includes(`${end}'`) || command.includes(`${end}?`));
  if (!found) throw new Error(`no command for ${end} in\n${commands.join('\n')}`);
  return found;
};

export const pathOf = ({ address }: TestHost): string =>
  `/${address.workspace}/${address.username}/${address.eventSlug}`;

export const readPage = async (stack: Stack, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${stack.publicUrl}${path}`, { redirect: 'manual', headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
