import { type Apple, type AppleClient, createApple } from './apple.ts';
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
  /** In apps. null: nobody signs in with Apple here. */
  readonly apple: Apple | null;
  /** The people who may sign in by one click; empty outside local mode, which has the route. */
  readonly localPeople: readonly LocalPerson[];
}

export interface SignInParts {
  readonly mode: 'local' | 'production';
  readonly providerClients: ProviderClients;
  readonly providerOptions?: ProviderOptions;
  readonly apple?: AppleClient | undefined;
}

export const createSignIn = ({ mode, providerClients, providerOptions, apple }: SignInParts): SignInServices => ({
  providers: createProviders(providerClients, providerOptions),
  apple: apple ? createApple(apple) : null,
  localPeople: mode === 'local' ? DEMO_PEOPLE : [],
});
