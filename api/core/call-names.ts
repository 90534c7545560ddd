import type { Areas } from './areas.ts';
import { mcpTools } from './tools.ts';

/** Writes method and path beside the name of each tool in a text of ours. */
export type CallNames = (text: string) => string;

/**
 * Our texts name operations as tools, such as list_members. Who calls by REST knows paths: for them it is
 * `GET /workspace/members (list_members)`. The name stays, because the command line tool runs tools by REST (decision 0173). A name in
 * backticks is meant as a name.
 */
export function callNamesOf(contract: Areas): CallNames {
  const calls = new Map(
    [...mcpTools(contract, 'host')].map(
      ([
        tool,
        {
          operation: { method, path },
        },
      ]) => [tool, `${method} ${path}`],
    ),
  );
  if (calls.size === 0) return (text) => text;
  const names = new RegExp(`(?<!\`)(\\(?)\\b(${[...calls.keys()].join('|')})\\b(\\)?)`, 'g');
  return (text) =>
    text.replace(names, (_, open: string, tool: string, close: string) =>
      open && close ? `(${calls.get(tool)}, ${tool})` : `${open}${calls.get(tool)} (${tool})${close}`,
    );
}
