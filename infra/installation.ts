import { registeredDomain } from '../domain/mail/address-domain.ts';
import { readPersonalDomains } from '../domain/mail/mail-domain-lists.ts';
import { isRefusedByDatabase } from '../store/database.ts';
import { inWords } from '../store/migrate.ts';
import { StartFailure } from './start-failure.ts';

export interface Installation {
  readonly missingMigrations: () => Promise<readonly string[]>;
  readonly missingSearchAttributes?: () => Promise<readonly string[]>;
}

/**
 * Checks what the commands of a deployment should have done. A part that is away is not checked: readiness reports it.
 * @throws StartFailure that names the command to run, or the variable by which PostgreSQL refuses us
 */
export async function requireInstallation({ missingMigrations, missingSearchAttributes }: Installation): Promise<void> {
  const [migrations, attributes] = await Promise.all([orNone(missingMigrations), orNone(missingSearchAttributes)]);
  const problems = [
    ...(migrations.length > 0 ? [`The database lacks ${inWords(migrations)}: run "npm run migrate" first.`] : []),
    ...(attributes.length > 0
      ? [`Temporal lacks the search attributes ${attributes.join(', ')}: run "npm run search-attributes" first.`]
      : []),
  ];
  if (problems.length > 0) throw new StartFailure(problems.join('\n'));
}

const orNone = async (find: Installation['missingSearchAttributes']): Promise<readonly string[]> => {
  try {
    return (await find?.()) ?? [];
  } catch (error) {
    if (!isRefusedByDatabase(error)) return [];
    throw new StartFailure(`${refusal(error)} Check the name, the password and the database in it.`, { cause: error });
  }
};

const refusal = (error: unknown): string =>
  `DATABASE_URL: PostgreSQL refuses it (${error instanceof Error ? error.message : String(error)}).`;

/**
 * Checks AGENT_MAIL_DOMAINS: a domain where people have their own addresses, or below which anybody registers one, would make agents of
 * them.
 * @throws StartFailure that names the domains
 */
export async function requireAgentDomains(domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return;
  const isPersonal = await readPersonalDomains();
  const suffixes = domains.filter(isSuffix);
  const personal = domains.filter((domain) => isPersonal(domain) && !isSuffix(domain));
  const problems = [
    ...suffixes.map((domain) => `AGENT_MAIL_DOMAINS: ${domain} ${SUFFIX}`),
    ...(personal.length > 0 ? [`AGENT_MAIL_DOMAINS: ${personal.join(', ')} ${PERSONAL}`] : []),
  ];
  if (problems.length > 0) throw new StartFailure(problems.join('\n'));
}

/** Nobody registered it: domains of others begin below it, or two labels below it (kawasaki.jp). */
const isSuffix = (domain: string): boolean =>
  registeredDomain(domain) === null || registeredDomain(`agents.${domain}`) === null;

const SUFFIX =
  'is a public suffix: every address at a domain below it would count as an agent’s. Name the domains that were registered for agents, such as agents.example.com.';
const PERSONAL =
  'gives addresses to people, who could not sign in as themselves any more. Name domains of agents only.';
