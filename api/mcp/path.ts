/** Where the public MCP endpoint stands on the public origin (spec, Remote and in-app MCP endpoints). */
export const MCP_PATH = '/api/mcp/public/mcp';

/** Where the workspace tools stand on the app origin, for holders of a key. */
export const IN_APP_MCP_PATH = '/api/mcp/mcp';
