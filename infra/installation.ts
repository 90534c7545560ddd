import { readPersonalDomains } from '../domain/mail/mail-domain-lists.ts';
import { StartFailure } from './start-failure.ts';

export interface Installation {
  readonly missingMigrations: () => Promise<readonly string[]>;
  readonly missingSearchAttributes?: () => Promise<readonly string[]>;
}

/**
 * Checks what the commands of a deployment should have done. A part that is away is not checked: readiness reports it.
 * @throws StartFailure that names the command to run
 */
export async function requireInstallation({ missingMigrations, missingSearchAttributes }: Installation): Promise<void> {
  const [migrations, attributes] = await Promise.all([orNone(missingMigrations), orNone(missingSearchAttributes)]);
  const problems = [
    ...(migrations.length > 0 ? [`The database lacks ${migrations.join(', ')}: run "npm run migrate" first.`] : []),
    ...(attributes.length > 0
      ? [`Temporal lacks the search attributes ${attributes.join(', ')}: run "npm run search-attributes" first.`]
      : []),
  ];
  if (problems.length > 0) throw new StartFailure(problems.join('\n'));
}

const orNone = async (find: Installation['missingSearchAttributes']): Promise<readonly string[]> => {
  try {
    return (await find?.()) ?? [];
  } catch {
    return [];
  }
};

/**
 * Checks AGENT_MAIL_DOMAINS: a domain where people have their own addresses would make agents of them.
 * @throws StartFailure that names the domains
 */
export async function requireAgentDomains(domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return;
  const isPersonal = await readPersonalDomains();
  const wrong = domains.filter(isPersonal);
  if (wrong.length > 0)
    throw new StartFailure(
      `AGENT_MAIL_DOMAINS: ${wrong.join(', ')} gives addresses to people, who could not sign in as themselves any more. Name domains of agents only.`,
    );
}
