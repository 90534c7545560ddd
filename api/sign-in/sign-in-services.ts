import { createProviders, type ProviderClients, type ProviderOptions, type Providers } from './providers.ts';

/** A person who signs in without proof: local only. */
export interface LocalPerson {
  readonly username: string;
  readonly name: string;
  readonly email: string;
}

const DEMO_PEOPLE: readonly LocalPerson[] = [
  { username: 'ada', name: 'Ada Lovelace', email: 'ada@acme.test' },
  { username: 'grace', name: 'Grace Hopper', email: 'grace@acme.test' },
  { username: 'linus', name: 'Linus Pauling', email: 'linus@acme.test' },
];

/** The ways to sign in. */
export interface SignInServices {
  readonly providers: Providers;
  /** Who may sign in by one click; empty outside local mode, which has the route. */
  readonly localPeople: readonly LocalPerson[];
}

export interface SignInParts {
  readonly mode: 'local' | 'production';
  readonly providerClients: ProviderClients;
  readonly providerOptions?: ProviderOptions;
}

export const createSignIn = ({ mode, providerClients, providerOptions }: SignInParts): SignInServices => ({
  providers: createProviders(providerClients, providerOptions),
  localPeople: mode === 'local' ? DEMO_PEOPLE : [],
});
