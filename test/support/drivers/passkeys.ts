import type { z } from 'zod';
import { passkeys } from '../../../schemas/operations/accounts/passkeys.ts';
import { SoftwareAuthenticator } from '../fakes/software-authenticator.ts';
import { callHost } from './host-calls.ts';

export type CreationAnswer = z.output<(typeof passkeys.preparePasskey)['output']>;
type Headers = Readonly<Record<string, string>>;

/** Options for a new passkey. */
export async function passkeyOptions(appUrl: string, headers: Headers): Promise<CreationAnswer> {
  const answer = await callHost(appUrl, passkeys.preparePasskey, {}, headers);
  return passkeys.preparePasskey.output.parse(answer.json());
}

/** Adds a passkey of a software authenticator for a session, as home does. */
export async function addPasskey(
  appUrl: string,
  headers: Headers,
  { name = 'Laptop', authenticator = new SoftwareAuthenticator(appUrl) } = {},
): Promise<{ readonly id: string; readonly authenticator: SoftwareAuthenticator }> {
  const options = await passkeyOptions(appUrl, headers);
  const credential = authenticator.make(options.publicKey);
  const added = await callHost(
    appUrl,
    passkeys.addPasskey,
    { challengeId: options.challengeId, name, credential },
    headers,
  );
  if (added.status !== 201) throw new Error(`the passkey was not added: ${added.text}`);
  return { id: passkeys.addPasskey.output.parse(added.json()).passkey.id, authenticator };
}
