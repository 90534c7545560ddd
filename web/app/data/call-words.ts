import type { CallToMake } from './recorded-call.ts';

/** For a shell: nothing in it is read as a command. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A call as a command that can be pasted. The key stays in the environment. */
export function asCurl({ method, address, body }: CallToMake, origin: string): string {
  const lines = [
    `curl -X ${method} ${quoted(`${origin}${address}`)}`,
    '-H "Authorization: Bearer $HOLDFAST_API_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A call as an agent makes it; null: no tool does this. */
export const asToolCall = ({ tool, input }: CallToMake): string | null =>
  tool === undefined ? null : JSON.stringify({ name: tool, arguments: input }, null, 2);
