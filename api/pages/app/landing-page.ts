import { MCP_PATH } from '../../mcp/path.ts';
import { openapiUrl } from '../../openapi/path.ts';
import type { Visit } from '../shell/visit.ts';

/** GET / of both origins. */
export function showLanding(visit: Visit): void {
  const { localMailbox, urls } = visit.kit.services;
  const { appUrl, publicUrl } = urls;
  visit.show('landing', {
    loginUrl: `${appUrl}/login`,
    docsUrl: `${appUrl}/docs`,
    openapiUrl: openapiUrl(urls),
    mcpUrl: `${publicUrl}${MCP_PATH}`,
    healthUrl: `${appUrl}/api/v1/health`,
    demo: localMailbox ? { hostUrl: `${publicUrl}/acme/ada`, mailboxUrl: `${appUrl}/dev/mailbox` } : null,
  });
}
