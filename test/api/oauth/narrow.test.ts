import { describe, expect, it } from 'vitest';
import { narrowAuthorization, narrowMetadata, narrowToken } from '../../../api/oauth/narrow.ts';
import { canonicalResource, endpointAt } from '../../../api/oauth/paths.ts';

const urls = { appUrl: 'https://app.example', publicUrl: 'https://book.example', mcpUrl: 'https://mcp.example' };
const RESOURCE = 'https://mcp.example/mcp';

describe('our resource', () => {
  it.each([
    'https://mcp.example',
    'https://mcp.example/',
    RESOURCE,
    `${RESOURCE}/`,
    'https://MCP.example/mcp',
    `${RESOURCE}?toolsets=links`,
  ])('is meant by %s', (given) => expect(canonicalResource(urls, given)).toBe(RESOURCE));
  it.each([
    ...[
      'http://mcp.example/mcp',
      'https://mcp.example/other',
      'https://mcp.example/mcp?x=1',
      'https://mcp.example/mcp?toolsets=links&x=1',
      'https://mcp.example/#x',
    ],
    ...['https://mcp.example.evil.example/mcp', 'https://app.example/mcp', 'mcp', ''],
  ])('is not meant by %s', (given) => expect(canonicalResource(urls, given)).toBeUndefined());
});

describe('an authorization request', () => {
  const narrowed = (query: string) => Object.fromEntries(narrowAuthorization(urls, new URLSearchParams(query)));
  it('keeps our scopes, and asks for all if it names none of ours', () => {
    expect(narrowed('scope=openid+workspace.read')).toMatchObject({ scope: 'workspace.read' });
    for (const query of ['', 'scope=', 'scope=openid', 'scope=billing.manage'])
      expect(narrowed(query).scope).toBe('workspace.read workspace.act');
  });
  it('loses what only OpenID Connect knows, and no more', () => {
    expect(narrowed('nonce=n&max_age=1&response_mode=form_post&prompt=select_account&state=s&client_id=c')).toEqual({
      ...{ state: 's', client_id: 'c', scope: 'workspace.read workspace.act' },
    });
    expect(narrowed('prompt=consent+create')).toMatchObject({ prompt: 'consent' });
  });
  it('keeps each resource that is not ours, so that it is refused', () => {
    const query = new URLSearchParams('resource=https://mcp.example&resource=https://other.example');
    expect(narrowAuthorization(urls, query).getAll('resource')).toEqual([RESOURCE, 'https://other.example']);
  });
});

it('a token request for another resource is refused, for ours or none it goes on', () => {
  const refused = (body: string) => narrowToken(urls, new URLSearchParams(body)).refused;
  expect(refused('resource=https://other.example')).toBe(true);
  expect(refused('resource=https://mcp.example/&resource=https://other.example')).toBe(true);
  expect(refused('resource=https://mcp.example/')).toBe(false);
  expect(refused('grant_type=refresh_token')).toBe(false);
  // Never more than the grant has: an unknown scope asks for nothing.
  expect(narrowToken(urls, new URLSearchParams('scope=admin')).body.has('scope')).toBe(false);
});

it('a registration loses what we do not have, and gains nothing', () => {
  const given = {
    ...{ client_name: 'A', redirect_uris: ['https://a.example/cb'], scope: 'x', logo_uri: 'javascript:1' },
    ...{ grant_types: ['authorization_code', 'implicit', 'client_credentials'], response_types: ['code', 'token'] },
    ...{ application_type: 'web', subject_type: 'pairwise', sector_identifier_uri: 'http://10.0.0.1' },
  };
  expect(narrowMetadata(given)).toEqual({
    ...{ client_name: 'A', redirect_uris: ['https://a.example/cb'], token_endpoint_auth_method: 'none' },
    ...{ grant_types: ['authorization_code'], application_type: 'web' },
  });
  const local = narrowMetadata({ redirect_uris: ['http://localhost:1/cb'], application_type: 'web' });
  expect(local.application_type).toBe('native');
});

it('endpoints stand at their paths alone', () => {
  const decided = `/oauth/authorize/${'a'.repeat(43)}`;
  expect(endpointAt(decided)).toBe('authorize');
  for (const path of [
    ...['/oauth/authorize/', '/oauth/authorize//', '/oauth/authorize/x', '/oauth/authorize/.', '/oauth/authorize/%2F'],
    ...['/oauth/authorize%2F', '//oauth/authorize', '/OAUTH/authorize', `${decided}/`, `${decided}\n`, `${decided}/x`],
    '/oauth/token/',
    '/oauth',
    '/oauth/consent/x',
    '/oauth/authorized',
    'http://evil.example/oauth/token',
  ])
    expect(endpointAt(path)).toBeUndefined();
});
