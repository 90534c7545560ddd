import { createHash, randomBytes } from 'node:crypto';
import { CONNECTOR_PATH } from '../api/oauth/paths.ts';
import { hiddenField } from '../test/support/drivers/page-client.ts';
import { signInAs } from './local-owner.ts';

/** What the person of a local stack does in a browser that an app opened: signs in, allows. @returns where the browser is sent in the end */
export async function allowApp(authorizationUrl: string, who = 'ada'): Promise<string> {
  const { origin: appUrl, pathname, search } = new URL(authorizationUrl);
  const browser = await signInAs(appUrl, who);
  const { location: page } = await browser.open(`${pathname}${search}`);
  if (page === null || !page.startsWith('/')) throw new Error(`The request is refused: ${page ?? 'a page'}`);
  const { html } = await browser.open(page);
  const field = (name: string): string => hiddenField(html, name);
  const workspaceId =
    field('workspaceId') || (/name="workspaceId" (?:required="" )?value="([^"]+)"/.exec(html)?.[1] ?? '');
  const choice = { csrfToken: field('csrfToken'), workspaceId, access: 'full', decision: 'allow' };
  const decided = await browser.submit(page, choice);
  const { location } = await browser.open(decided.location ?? '/');
  if (location === null) throw new Error('The app was not allowed');
  return location;
}

const postJson = async (url: string, body: object): Promise<Record<string, string>> => {
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as never;
};

/** Registers an app at a local stack. @returns its client id */
export async function registerApp(appUrl: string, name: string, redirectUri: string): Promise<string> {
  const { client_id: id } = await postJson(`${appUrl}/oauth/register`, {
    client_name: name,
    redirect_uris: [redirectUri],
  });
  if (id === undefined) throw new Error(`${appUrl} registers no app. Is it a local stack?`);
  return id;
}

/** Connects an app as Ada of a local stack. @returns its access token */
export async function connectApp(appUrl: string, mcpUrl: string, name: string): Promise<string> {
  const redirectUri = 'http://127.0.0.1/callback';
  const clientId = await registerApp(appUrl, name, redirectUri);
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, code_challenge_method: 'S256' },
    ...{
      resource: `${mcpUrl}${CONNECTOR_PATH}`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    },
  });
  const back = new URL(await allowApp(`${appUrl}/oauth/authorize?${query}`));
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier },
    code: back.searchParams.get('code') ?? '',
  });
  const answer = (await (await fetch(`${appUrl}/oauth/token`, { method: 'POST', body })).json()) as {
    access_token?: string;
  };
  if (answer.access_token === undefined) throw new Error(`No access token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}
