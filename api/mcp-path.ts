/** Where the public MCP endpoint stands on the public origin (spec, Remote and in-app MCP endpoints). */
export const MCP_PATH = '/api/mcp/public/mcp';
