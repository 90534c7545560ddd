import type { Operation } from '../../schemas/operation.ts';
import type { Urls } from '../core/urls.ts';
import { IN_APP_MCP_PATH, MCP_PATH } from '../mcp/path.ts';
import { CONNECTOR_PATH } from '../oauth/paths.ts';

export const REST_PATH = '/api/v1';
export const PUBLIC_REST_PATH = '/api/v1/public';

/** Paths of what describes the service, on its app origin and its public origin. */
export const DISCOVERY_PATHS = {
  manifest: '/.well-known/agent-discovery.json',
  catalog: '/.well-known/ai-catalog.json',
  apiCatalog: '/.well-known/api-catalog',
  llms: '/llms.txt',
  registry: '/server.json',
} as const;

/** Where an operation is called; its path still has its parameters in braces. */
export const addressOf = ({ surface, path }: Pick<Operation, 'surface' | 'path'>, urls: Urls): string =>
  surface === 'public' ? `${urls.publicUrl}${PUBLIC_REST_PATH}${path}` : `${urls.appUrl}${REST_PATH}${path}`;

export type McpName = 'booking' | 'workspace' | 'connector';

export interface McpServer {
  readonly name: McpName;
  readonly title: string;
  /** At most 100 characters (server cards). */
  readonly description: string;
  readonly url: string;
  readonly path: string;
  readonly auth: 'none' | 'api_key' | 'oauth2';
}

/** The three MCP servers (spec, Remote and in-app MCP endpoints). */
export const mcpServers = (urls: Urls): readonly McpServer[] => [
  {
    name: 'booking',
    title: 'Holdfast booking',
    description: 'Book a meeting with a host: events, open times, a mailed code, the booking. No key.',
    url: `${urls.publicUrl}${MCP_PATH}`,
    path: MCP_PATH,
    auth: 'none',
  },
  {
    name: 'connector',
    title: 'Holdfast workspace',
    description: 'Run a scheduling workspace: events, hours, meetings, teams. Sign in with OAuth.',
    url: `${urls.mcpUrl}${CONNECTOR_PATH}`,
    path: CONNECTOR_PATH,
    auth: 'oauth2',
  },
  {
    name: 'workspace',
    title: 'Holdfast workspace by key',
    description: 'Run a scheduling workspace: events, hours, meetings, teams. With a workspace key.',
    url: `${urls.appUrl}${IN_APP_MCP_PATH}`,
    path: IN_APP_MCP_PATH,
    auth: 'api_key',
  },
];

export const cardPath = ({ path }: Pick<McpServer, 'path'>): string => `${path}/server-card`;

/** @throws Error if there is none of this name, which no caller asks for */
export function mcpServer(urls: Urls, name: McpName): McpServer {
  const found = mcpServers(urls).find((server) => server.name === name);
  if (!found) throw new Error(`There is no MCP server ${name}.`);
  return found;
}
