import type { Endpoints } from './client.ts';
import { usageError } from './exit.ts';

export interface EventLink {
  readonly publicUrl: string;
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug: string;
}

const EXAMPLE = 'acme/ada/intro-30, or the whole link';

/**
 * Parses the public link of a host's or a team's event, as a URL or as workspace/username/event.
 * @throws CliError if the text is neither
 */
export const parseEventLink = (text: string, { publicUrl }: Endpoints): EventLink => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [workspace, host, ...parts] = (url?.pathname ?? text).split('/').filter((part) => part !== '');
  // A team's username is `team/{slug}`: two path segments.
  const username = host === 'team' ? `team/${parts.shift() ?? ''}` : host;
  const [eventSlug, ...rest] = parts;
  if (!workspace || !username || !eventSlug || rest.length > 0) {
    throw usageError(`The event must be workspace/username/event, such as ${EXAMPLE}`);
  }
  return { publicUrl: url?.origin ?? publicUrl, workspace, username, eventSlug };
};

/** Parses a manage token, or the whole link of the mail. */
export const parseManageToken = (text: string, { publicUrl }: Endpoints) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { publicUrl, token: text };
  const [manage, token] = url.pathname.split('/').filter((part) => part !== '');
  if (manage !== 'manage' || !token) throw usageError('The link must be the manage link of the confirmation mail');
  return { publicUrl: url.origin, token };
};
