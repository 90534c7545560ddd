import { DISCOVERY_PATHS } from '../../discovery/addresses.ts';
import { MCP_PATH } from '../../mcp/path.ts';
import { openapiUrl } from '../../openapi/path.ts';
import type { Visit } from '../shell/visit.ts';

/** GET / of both origins. Agents that know nothing but the address find what describes it by the links (RFC 8631, RFC 9727). */
export function showLanding(visit: Visit): void {
  const { isForGuests, services } = visit.kit;
  const { localMailbox, urls } = services;
  const { appUrl, publicUrl } = urls;
  visit.response.links({
    // The guests' origin has this one on every page.
    ...(!isForGuests && { 'service-desc': openapiUrl(urls) }),
    'service-doc': `${appUrl}/docs`,
    'api-catalog': `${appUrl}${DISCOVERY_PATHS.apiCatalog}`,
    describedby: `${appUrl}${DISCOVERY_PATHS.manifest}`,
  });
  visit.show('landing', {
    loginUrl: `${appUrl}/login`,
    docsUrl: `${appUrl}/docs`,
    openapiUrl: openapiUrl(urls),
    mcpUrl: `${publicUrl}${MCP_PATH}`,
    healthUrl: `${appUrl}/api/v1/health`,
    demo: localMailbox ? { hostUrl: `${publicUrl}/acme/ada`, mailboxUrl: `${appUrl}/dev/mailbox` } : null,
  });
}
