import { expect } from 'vitest';
import { me } from '../../../schemas/operations/accounts/me.ts';
import { makeTeam } from '../factories/keys.ts';
import type { Stack } from '../stack/stack.ts';
import { callHost } from './host-calls.ts';
import { hiddenField, PageClient } from './page-client.ts';
import { type SignedIn, signIn } from './session.ts';

export type Owner = SignedIn & { readonly slug: string };

interface Mine {
  readonly user: { readonly email: string; readonly name: string };
  readonly addressChange: { readonly email: string } | null;
}

/** Actions of people on their own accounts. */
export function ownAccounts(stack: () => Stack) {
  /** The owner of a new workspace, signed in. */
  async function newOwner(): Promise<Owner> {
    const { slug, members } = await makeTeam(stack().sql);
    return { ...(await signIn(stack(), { email: members.owner.email, workspace: slug })), slug };
  }
  const update = (by: { readonly headers: object }, input: Readonly<Record<string, unknown>>) =>
    callHost(stack().appUrl, me.updateMe, input, by.headers as never);
  const read = async (by: SignedIn) =>
    (await callHost(stack().appUrl, me.getMe, {}, by.headers)).json() as unknown as Mine;
  const reasonOf = async (answer: Awaited<ReturnType<typeof update>>) => answer.json().error?.details?.reason;

  let addresses = 0;
  const newAddress = () => `fresh-${++addresses}@elsewhere.test`;
  const linkTo = async (email: string, path: string): Promise<string> => {
    const { text } = await stack().waitForMail(email, 'account');
    return new RegExp(`https?://\\S+(${path}/[\\w-]{64})`).exec(text)?.[1] ?? '';
  };
  const browserOf = (person: SignedIn): PageClient => {
    const browser = new PageClient(stack().appUrl);
    const [name = '', value = ''] = person.cookie.split('=');
    browser.cookies.set(name, value);
    return browser;
  };
  /** Opens the link of the mail and presses its button, as `person`. */
  async function follow(person: SignedIn, email: string) {
    const path = await linkTo(email, '/account/address');
    const browser = browserOf(person);
    const { html, status } = await browser.open(path);
    expect(status).toBe(200);
    return browser.submit(path, { csrfToken: hiddenField(html, 'csrfToken') });
  }
  return { newOwner, update, read, reasonOf, newAddress, linkTo, browserOf, follow };
}
