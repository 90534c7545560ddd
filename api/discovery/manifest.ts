import { CONNECTOR_SCOPES } from '../../domain/oauth/connector-scopes.ts';
import { contract } from '../../schemas/contract.ts';
import { DEVICE_SESSION_SECONDS, POLL_INTERVAL_SECONDS } from '../../schemas/operations/access/device-authorization.ts';
import type { Urls } from '../core/urls.ts';
import { RESOURCE_METADATA_PATH } from '../oauth/connector-metadata.ts';
import { OAUTH_PATHS, resourceOf } from '../oauth/paths.ts';
import { openapiUrl } from '../openapi/path.ts';
import { addressOf, cardPath, DISCOVERY_PATHS, mcpServers, PUBLIC_REST_PATH, REST_PATH } from './addresses.ts';
import { AGENT_GUIDE_GROUPS, guidePath } from './guides.ts';
import { jobsAt } from './jobs.ts';

const NAME = 'Holdfast';
const DESCRIPTION =
  'Scheduling for agents and people: book meetings with hosts, and run a workspace of event types, hours, meetings and teams.';
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25'];

/** Rules for agents that book for a guest (spec, part 1). */
const RULES = [
  "Book with the guest's own email address; the guest reads you the six-digit code that is mailed to it. Never make up a code, a key or a token.",
  'Read times from the JSON of slots, never from a booking page.',
  'A booking button on a web site is a link or an embed, not an API call.',
  'To move or cancel for a guest, use the manage token of the link in their confirmation mail. Never guess it.',
];

/**
 * The discovery manifest (spec, Discovery locations): a superset of two rival drafts, ADP 0.1 and ADS 0.3.0, and the three jobs with each call
 * as the contract has it.
 */
export const manifest = (urls: Urls, version: string) => ({
  agent_discovery_version: '0.1',
  specVersion: '0.3.0',
  id: `${urls.appUrl}/`,
  domain: new URL(urls.appUrl).host,
  name: NAME,
  description: DESCRIPTION,
  version,
  provider: { name: NAME, url: urls.appUrl },
  jobs: jobsAt(urls),
  rules: RULES,
  linkTemplates: {
    calendar: `${urls.publicUrl}/{workspace}/{username}`,
    event: `${urls.publicUrl}/{workspace}/{username}/{eventSlug}`,
    teamEvent: `${urls.publicUrl}/{workspace}/team/{teamSlug}/{eventSlug}`,
    shortLink: `${urls.publicUrl}/b/{token}`,
  },
  ...waysIn(urls),
  services: servicesOf(urls),
  capabilities: ['scheduling.book', 'scheduling.manage', 'device-authorization', 'mcp', 'oauth2'],
  guides: AGENT_GUIDE_GROUPS.flatMap(({ guides }) =>
    guides.map(({ name, title }) => ({ title, url: `${urls.appUrl}${guidePath(name)}.md` })),
  ),
  more: {
    llms: `${urls.appUrl}${DISCOVERY_PATHS.llms}`,
    apiCatalog: `${urls.appUrl}${DISCOVERY_PATHS.apiCatalog}`,
    aiCatalog: `${urls.appUrl}${DISCOVERY_PATHS.catalog}`,
  },
});

/** The entry that ADP asks for: one for each way in. */
const servicesOf = (urls: Urls) =>
  mcpServers(urls).map(({ name, description, url, auth }) => ({
    name,
    description,
    endpoint: url,
    protocol: 'mcp',
    auth: { type: auth },
    governance: { rules: RULES.length },
    free_tier: name === 'booking',
  }));

/** How it is called, and how one gets in. */
const waysIn = (urls: Urls) => ({
  rest: {
    hostBase: `${urls.appUrl}${REST_PATH}`,
    publicBase: `${urls.publicUrl}${PUBLIC_REST_PATH}`,
    openapi: openapiUrl(urls),
    docs: `${urls.appUrl}/docs`,
  },
  mcp: mcpServers(urls).map((server) => ({
    name: server.name,
    description: server.description,
    url: server.url,
    transport: 'streamable-http',
    auth: server.auth,
    protocolVersions: PROTOCOL_VERSIONS,
    serverCard: `${new URL(server.url).origin}${cardPath(server)}`,
  })),
  deviceAuthorization: {
    register: addressOf(contract.access.registerDevice, urls),
    poll: addressOf(contract.access.pollDevice, urls),
    intervalSeconds: POLL_INTERVAL_SECONDS,
    expiresInSeconds: DEVICE_SESSION_SECONDS,
  },
  oauth: {
    issuer: urls.appUrl,
    resource: resourceOf(urls),
    metadata: `${urls.appUrl}${OAUTH_PATHS.metadata}`,
    resourceMetadata: `${urls.mcpUrl}${RESOURCE_METADATA_PATH}`,
    scopes: CONNECTOR_SCOPES,
  },
  keyFormat: { header: 'Authorization: Bearer', prefix: 'svc_live_', secretCharacters: 32 },
  bookingProtocol: 'svc.public_book.v1',
});
