import { teamUsername } from '../../domain/bookable/bookable-event.ts';
import type { JsonSchema } from '../core/json-schema.ts';

const OF_HOST = '/{workspace}/{username}';
const OF_TEAM = '/{workspace}/team/{teamSlug}';

/** The team's form of a host's path: a team's username has two segments. null: the path names no host. */
export const teamPathOf = (path: string): string | null =>
  path.startsWith(OF_HOST) ? path.replace(OF_HOST, OF_TEAM) : null;

interface Parameter extends JsonSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

interface Entry extends JsonSchema {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** As the path takes it: the part of the username behind `team/`. */
const toTeamSlug = (parameter: Parameter): Parameter => {
  if (parameter.name !== 'username') return parameter;
  const maxLength = Number(parameter.schema.maxLength) - teamUsername('').length;
  return {
    ...parameter,
    name: 'teamSlug',
    description: 'The team’s slug.',
    schema: { ...parameter.schema, maxLength },
  };
};

/** Links lead on by the host's form of a path: without them, the team's form stands alone. */
const withoutLinks = (responses: Entry['responses']) =>
  Object.fromEntries(Object.entries(responses).map(([status, { links: _, ...response }]) => [status, response]));

/** The same operation at the team's path: input `username` is `team/{teamSlug}` there. Empty if the path names no host. */
export const teamFormOf = (path: string, entry: JsonSchema): (readonly [string, JsonSchema])[] => {
  const ofTeam = teamPathOf(path);
  if (ofTeam === null) return [];
  const { operationId, parameters, responses } = entry as Entry;
  const form = {
    ...entry,
    operationId: `${operationId}OfTeam`,
    parameters: parameters.map(toTeamSlug),
    responses: withoutLinks(responses),
  };
  return [[ofTeam, form]];
};
