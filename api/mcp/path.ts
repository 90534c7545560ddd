/** Path of the public MCP endpoint on the public origin (spec, Remote and in-app MCP endpoints). */
export const MCP_PATH = '/api/mcp/public/mcp';

/** Path of the workspace tools on the app origin, for keys. */
export const IN_APP_MCP_PATH = '/api/mcp/mcp';
