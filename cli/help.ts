import { EXIT } from './exit.ts';

/** What each exit code means (docs/cli.md has the same words). */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  unexpected: 'unexpected error',
  usage: 'mistyped, or `request.invalid`',
  notAllowed: 'no key, or not allowed for the key; not in the plan; denied',
  notFound: 'not found',
  conflict: 'conflict, such as a slot that was taken',
  unprocessable: 'cannot be carried out, such as a wrong code',
  rateLimited: 'too many calls',
  unavailable: 'the server is away, or its answer was cut off',
};

/** Environment variables that the tool reads; an option wins over its variable. */
export const VARIABLES = [
  ['HOLDFAST_API_KEY', 'the key, instead of a profile; for any server'],
  ['HOLDFAST_PROFILE', 'which login (--profile)'],
  ['HOLDFAST_URL', 'the app (--url); default http://localhost:3000'],
  ['HOLDFAST_PUBLIC_URL', 'the booking pages (--public-url); default http://localhost:3001'],
  ['HOLDFAST_AGENT_INTENT', 'the token of an agent that acts for a person, sent beside the key'],
  ['HOLDFAST_CONFIG_DIR', 'the folder of profiles'],
  ['NO_COLOR', 'no colours'],
] as const;

/** The end of `holdfast --help`. */
export const afterHelp = (): string => {
  const codes = Object.entries(EXIT_MEANINGS).map(
    ([name, meaning]) => `  ${EXIT[name as keyof typeof EXIT]}  ${meaning.replaceAll('`', '')}`,
  );
  const variables = VARIABLES.map(([name, meaning]) => `  ${name.padEnd(23)}${meaning}`);
  return ['', 'Exit codes:', ...codes, '', 'Environment:', ...variables].join('\n');
};
