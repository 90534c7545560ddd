import { z } from 'zod';

/**
 * For operations whose answer over MCP is brief (api/mcp/brief/). REST always answers in full, so a call that works on one works on the
 * other.
 */
export const Detail = z
  .literal('full')
  .optional()
  .describe('"full": every field of the REST answer. Default over MCP: the fields that most calls need.');
