import { describe, expect, it, vi } from 'vitest';
import { faultOf, narrowAuthorization, narrowMetadata, narrowToken } from '../../../api/oauth/narrow.ts';
import { canonicalResource, endpointAt } from '../../../api/oauth/paths.ts';
import { sentClient } from '../../../api/oauth/prepare-request.ts';
import { redirectFault } from '../../../api/oauth/redirect-fault.ts';

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

describe('a redirect', () => {
  it.each([
    ...['https://claude.ai/api/mcp/auth_callback', 'https://app.example', 'https://app.example:8443/cb?tenant=1'],
    ...['http://localhost', 'http://127.0.0.1:33418/', 'http://[::1]:5000/cb', 'http://localhost/callback'],
    ...['cursor://anysphere.cursor-mcp/oauth/callback', 'vscode://vscode.github-authentication/did-authenticate'],
    ...['vscode-insiders://publisher.name/cb?windowId=_blank', 'com.example.app:/cb', 'com.example.app:cb'],
    ...['com.googleusercontent.apps.1-a:/oauth2redirect', 'myapp:///cb', 'windsurf://x/cb', 'msal1-2://auth'],
    ...['raycast://oauth?package_name=Extension', 'zed://x', 'goose://cb', 'warp://mcp/oauth2callback'],
  ])('to %s is one of an app', (uri) => expect(redirectFault(uri)).toBeUndefined());

  it.each([
    ...[' ms-settings:x', 'search\t-ms:query=x', '\nmailto:a@b', '\u0001tel:123', 'com.example.app:/cb\u0085'],
    ...['java\nscript:alert(1)', 'MS-Settings:x', 'Microsoft-Edge:x', 'a\u00a0b:/c', 'myapp:\\\\evil.example'],
  ])('that is parsed as another than it is written (%j) is of no app', (uri) =>
    expect(redirectFault(uri)).toMatch(/^redirect_uris: /),
  );

  it.each([
    ...['microsoft-edge:https://evil.example/cb', 'microsoft-edge-holographic://x', 'googlechrome://evil.example/cb'],
    ...['googlechromes://evil.example/cb', 'firefox://open-url?url=https://evil.example', 'firefox-focus://x'],
    ...['x-safari-https://evil.example/cb', 'x-safari-http://evil.example', 'opera-http://x', 'brave://x'],
    ...['read:https://evil.example', 'feed://evil.example', 'feed:https://evil.example', 'webcal://evil.example'],
    ...['jnlp://evil.example', 'steam://openurl/x', 'onenote://x', 'onenote-cmd://x', 'urn:ietf:wg:oauth:2.0:oob'],
    ...['web+evil://x', 'ext+evil:x', 'ms-word:ofe|u|x', 'magnet:?x', 'sip:a@b', 'x-apple.systempreferences:x'],
    ...['data:text/html,x', 'javascript:alert(1)', 'file:///etc/passwd', 'about:blank', 'https+x://y', 'unknown:x'],
    ...['http://app.example/cb', 'http://localhost:x@evil.example/cb', 'http://localhost.evil.example/cb'],
  ])('to a launcher or a program of the computer (%s) is of no app', (uri) =>
    expect(redirectFault(uri)).toMatch(/^redirect_uris: /),
  );

  it.each([
    ...['browser://open?url=https://evil.example', 'browser:https://evil.example', 'browser://https://evil.example'],
    ...['browser://x?u=https%3A%2F%2Fevil.example', 'browser://x?u=https%253A%252F%252Fevil.example'],
    ...['browser:////evil.example', 'browser://x?u=//evil.example', 'browser://x?u=http:evil.example'],
    ...['com.browser:https://evil.example', 'browser://x#ftp%3A%2F%2Fevil.example', 'browser://x?u=%5C%5Cevil.example'],
  ])('that carries another address (%s) is of no app', (uri) => expect(redirectFault(uri)).toMatch(/^redirect_uris: /));

  it('is refused with its registration', () => {
    const fault = faultOf({ redirect_uris: ['https://app.example/cb', 'microsoft-edge:https://evil.example/cb'] });
    expect(fault).toBe('redirect_uris: the scheme microsoft-edge belongs to no app');
  });
});

it('keys of an app are read by TLS alone', () => {
  const keysAt = (jwks_uri: string) => faultOf({ redirect_uris: ['https://app.example/cb'], jwks_uri });
  expect(keysAt('http://app.example/keys')).toBe('jwks_uri: must begin with https://');
  expect(keysAt('https://app.example/keys')).toBeUndefined();
});

describe('the app of a request, for the log', () => {
  const sent = (id: string) => sentClient(new URLSearchParams({ client_id: id }), undefined);

  it('is shortened where it may be a token of ours in the wrong field, and left out if it looks like no id', () => {
    expect(sent('https://app.example/client.json')).toBe('https://app.example/client.json');
    expect(sent('a'.repeat(43))).toBe(`${'a'.repeat(8)}…`);
    expect(sent('svc_live_0123456789ABCDEFGHIJ')).toBeUndefined();
    expect(sent('<script>')).toBeUndefined();
  });
});

it('no address is read that is too long: its parser normalizes a name mark by mark', () => {
  const canParse = vi.spyOn(URL, 'canParse');
  const long = `https://a${'\u0301\u0316'.repeat(14_000)}.example`;
  expect(canonicalResource(urls, long)).toBeUndefined();
  expect(faultOf(narrowMetadata({ redirect_uris: [long] }))).toBe('redirect_uris: at most 2000 characters each');
  expect(canParse).not.toHaveBeenCalled();
  canParse.mockRestore();
});
