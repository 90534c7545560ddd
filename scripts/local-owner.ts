import { setTimeout as delay } from 'node:timers/promises';
import { hiddenField, PageClient } from '../test/support/drivers/page-client.ts';
import { given } from './given.ts';

const MAIL_PATIENCE_MS = 20_000;

/** An owner of a workspace on a local stack, signed in, with a key, as the browser gives it. */
export interface LocalOwner {
  readonly userId: string;
  readonly workspaceId: string;
  /** The cookie's value. */
  readonly session: string;
  readonly csrfToken: string;
  readonly key: { readonly id: string; readonly secret: string };
}

interface Mail {
  readonly kind: string;
  readonly text: string;
}

async function mailedLink(appUrl: string, email: string): Promise<string> {
  const mailbox = `${appUrl}/dev/mailbox.json?${new URLSearchParams({ to: email })}`;
  for (const endMs = Date.now() + MAIL_PATIENCE_MS; Date.now() < endMs; await delay(100)) {
    const { messages } = (await (await fetch(mailbox)).json()) as { messages: Mail[] };
    const text = messages.find(({ kind }) => kind === 'sign_in_link')?.text ?? '';
    const path = /(\/login\/link\/[\w-]{43})/.exec(text)?.[1];
    if (path !== undefined) return path;
  }
  throw new Error(`No link for ${email} in the mailbox of ${appUrl}`);
}

/** Signs in by the mailed link: a new address gets a new workspace. */
async function signInByMail(browser: PageClient, email: string): Promise<void> {
  const { html } = await browser.open('/login');
  await browser.submit('/login', {
    ...{ pageToken: hiddenField(html, 'pageToken'), return_to: '/', timezone: 'UTC', email },
  });
  const path = await mailedLink(browser.origin, email);
  const page = await browser.open(path);
  await browser.submit(path, { pageToken: hiddenField(page.html, 'pageToken') });
}

/** Signs in as a demo person, by one click. */
async function signInLocally(browser: PageClient, person: string): Promise<void> {
  const { html } = await browser.open('/login');
  await browser.submit('/login/local', { pageToken: hiddenField(html, 'pageToken'), return_to: '/', person });
}

interface MyWorkspaces {
  readonly user: { readonly id: string };
  readonly workspaces: readonly { readonly id: string; readonly role: string }[];
}

/** A browser that is signed in on a local stack. @param who a demo person's username, or an address that gets a mail */
export async function signInAs(appUrl: string, who: string): Promise<PageClient> {
  const browser = new PageClient(appUrl);
  await (who.includes('@') ? signInByMail(browser, who) : signInLocally(browser, who));
  return browser;
}

/**
 * Signs in on a local stack and makes a named key.
 * @param who a demo person's username, or an address that gets a mail
 */
export async function enterAsOwner(appUrl: string, who: string, keyName: string): Promise<LocalOwner> {
  const browser = await signInAs(appUrl, who);
  const home = await browser.open('/');
  const csrfToken = /data-csrf-token="([^"]+)"/.exec(home.html)?.[1];
  if (csrfToken === undefined) throw new Error(`${appUrl} offers no sign-in as ${who}. Is it a local stack?`);
  const mine = JSON.parse((await browser.open('/api/v1/me/workspaces')).html) as MyWorkspaces;
  const workspaceId = mine.workspaces.find(({ role }) => role === 'owner')?.id;
  const session = browser.cookies.get('holdfast');
  if (workspaceId === undefined || session === undefined) throw new Error(`${who} owns no workspace at ${appUrl}`);
  const answer = await fetch(`${appUrl}/api/v1/workspace/api-keys`, {
    method: 'POST',
    headers: {
      cookie: `holdfast=${session}`,
      'content-type': 'application/json',
      'x-csrf-token': csrfToken,
      'x-workspace-id': workspaceId,
    },
    body: JSON.stringify({ name: keyName }),
  });
  if (answer.status !== 201) throw new Error(`No key: ${answer.status} ${await answer.text()}`);
  const made = (await answer.json()) as { id: string; apiKey: string };
  return { userId: mine.user.id, workspaceId, session, csrfToken, key: { id: made.id, secret: made.apiKey } };
}

/** Runs `work` with HOLDFAST_API_KEY, else with a key of Ada on a local stack, revoked afterwards. */
export async function withKey<T>(appUrl: string, name: string, work: (key: string) => Promise<T>): Promise<T> {
  if (given.apiKey) return work(given.apiKey);
  const { key } = await enterAsOwner(appUrl, 'ada', name);
  try {
    return await work(key.secret);
  } finally {
    // A busy process has not yet seen that the server closed idle connections: yield once, so that none is used.
    await delay(0);
    const headers = { authorization: `Bearer ${key.secret}` };
    await fetch(`${appUrl}/api/v1/workspace/api-keys/${key.id}`, { method: 'DELETE', headers });
  }
}
