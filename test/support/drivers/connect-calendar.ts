import { calendars } from '../../../schemas/operations/calendars.ts';
import type { CalendarProvider } from '../../../schemas/shapes/calendars.ts';
import type { Stack } from '../stack/stack.ts';
import { callHost } from './host-calls.ts';
import { type Page, PageClient } from './page-client.ts';
import type { SignedIn } from './session.ts';

/** A browser in which somebody is signed in. */
export function browserOf(stack: Pick<Stack, 'appUrl'>, { cookie }: Pick<SignedIn, 'cookie'>): PageClient {
  const browser = new PageClient(stack.appUrl);
  const [name = '', value = ''] = cookie.split('=');
  browser.cookies.set(name, value);
  return browser;
}

/** A link to connect a calendar, made by its person. @returns its path */
export async function linkFor(
  { appUrl }: Pick<Stack, 'appUrl'>,
  { headers }: Pick<SignedIn, 'headers'>,
  input: { readonly provider: CalendarProvider; readonly connectionId?: string; readonly redirectAfter?: string },
): Promise<string> {
  const answer = await callHost(appUrl, calendars.connectCalendar, input, headers);
  if (answer.status !== 200) throw new Error(answer.text);
  return new URL(String(answer.json().installUrl)).pathname;
}

interface Consent {
  /** The account; absent: the person says no. */
  readonly account?: string;
  /** Words of the scopes that are left unticked. */
  readonly unticked?: readonly string[];
}

/** Goes to the provider and answers its consent page. @returns the address that the browser is sent back to */
export async function consent(browser: PageClient, link: string, { account, unticked = [] }: Consent): Promise<string> {
  const away = await browser.open(`${link}/go`);
  if (away.status !== 303) throw new Error(`${away.status} ${away.html}`);
  const page = new URL(away.location ?? '');
  const scopes = (page.searchParams.get('scope') ?? '').split(' ');
  const body = new URLSearchParams(account === undefined ? { refuse: 'yes' } : { account });
  for (const scope of scopes)
    if (!unticked.some((word) => scope.includes(word))) body.append('scope', shortForm(scope));
  const back = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return back.headers.get('location') ?? '';
}

const shortForm = (scope: string): string => scope.replace('https://graph.microsoft.com/', '');

/** The browser comes back from the provider. */
export const comeBack = (browser: PageClient, address: string): Promise<Page> => {
  const { pathname, search } = new URL(address);
  return browser.open(`${pathname}${search}`);
};
