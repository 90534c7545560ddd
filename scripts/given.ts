import { environment } from '../infra/config.ts';

/** The stack that scripts test, from the environment: its addresses, and a key to use instead of a new one. */
export const given = {
  appUrl: environment.APP_URL ?? 'http://localhost:3000',
  publicUrl: environment.PUBLIC_URL ?? 'http://localhost:3001',
  mcpUrl: environment.MCP_URL ?? 'http://localhost:3002',
  apiKey: environment.HOLDFAST_API_KEY,
} as const;
