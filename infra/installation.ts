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
