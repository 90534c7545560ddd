import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type ListedTool, mcpTools } from '../../../api/core/tools.ts';
import { publicMcp } from '../../../api/mcp/public.ts';
import { bytesOf } from '../../../api/mcp/thin-entry.ts';
import { inSets, toolsetsIn } from '../../../api/mcp/toolsets.ts';
import { contract } from '../../../schemas/contract.ts';

/** The most tokens that each may take: rows of the bench, and `test/agents/`. */
export const TOKEN_LIMITS = {
  tokens_catalog: 20_000,
  tokens_default: 10_000,
  tokens_public: 2_000,
  tokens_week: 3_000,
  tokens_meetings: 1_800,
} as const;
export type TokenRow = keyof typeof TOKEN_LIMITS;

/** Tokens of a text by o200k_base. Other encodings differ by a few percent. */
export const tokensOf = (text: string): number => countTokens(text);

export const LIST_ROWS = ['tokens_catalog', 'tokens_default', 'tokens_public'] as const;
type ListRow = (typeof LIST_ROWS)[number];

async function publicList(): Promise<readonly ListedTool[]> {
  const caller = await publicMcp(contract).callerOf({} as never, { ip: '', requestId: '' });
  return caller.ok ? caller.list : [];
}

/** The tokens of a list of tools as MCP sends it: the whole catalog, the toolset `default`, the public endpoint. */
export async function listTokens(row: ListRow): Promise<number> {
  const catalog = [...mcpTools(contract, 'host').values()].map(({ listed }) => listed);
  const lists: Record<ListRow, () => readonly ListedTool[] | Promise<readonly ListedTool[]>> = {
    tokens_catalog: () => catalog,
    tokens_default: () => inSets(catalog, toolsetsIn('/?toolsets=default')),
    tokens_public: publicList,
  };
  const list = await lists[row]();
  if (list.length === 0) throw new Error(`${row}: no tools`);
  return tokensOf(`[${list.map((tool) => bytesOf(list, tool).toString()).join(',')}]`);
}
