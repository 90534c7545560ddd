import type { ConnectLink } from '../../../schemas/shapes/calendars.ts';
import type { ListedConnectLink } from '../../../store/calendars/connect-links.ts';

/** Why a try connected nothing (domain/calendars/consent.ts, store/calendars/save-connection.ts), for the one who made the link. */
const PROBLEMS: Readonly<Record<string, string>> = {
  denied: 'Access was not allowed at the provider.',
  incomplete: 'A permission that we need was left unticked. The page in the browser says which.',
  barred: 'An administrator of the organization must allow this service first.',
  away: 'The provider did not answer.',
  misconfigured: 'The provider does not accept how this installation is registered. Its operator finds why in the log.',
  calendar_taken: 'Another person has connected this account already.',
  other_account: 'Another account was chosen than the one that is to be connected again.',
};
const OTHER = 'The provider’s answer did not belong to this link.';

export const toConnectLink = (link: ListedConnectLink): ConnectLink => {
  const { id, provider, email, expiresAt, state, connectionId, failure } = link;
  const problem = failure === null ? null : (PROBLEMS[failure] ?? OTHER);
  return { id, provider, email, expiresAt: expiresAt.toISOString(), state, connectionId, problem };
};
