const OF_HOST = '/{workspace}/{username}';
const OF_TEAM = '/{workspace}/team/{teamSlug}';

/** The team's form of a host's path: a team's username has two segments. null: the path names no host. */
export const teamPathOf = (path: string): string | null =>
  path.startsWith(OF_HOST) ? path.replace(OF_HOST, OF_TEAM) : null;
