import { invalid } from '../../schemas/errors.ts';
import { failureOf, type Outcome } from '../core/outcome.ts';
import { Rendered } from '../core/rendered.ts';
import type { ListedTool } from '../core/tools.ts';

type Input = Readonly<Record<string, unknown>>;

/** The tool that takes a link in place of the two parts of it. */
export const LINK_TOOL = 'find_bookable_calendar';
const FIELD = 'url';
const DESCRIPTION =
  'Instead of both: the link that you were given, such as https://…/acme/ada, of one event, or short (…/b/…).';

/** What a link opens. */
interface Address {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug?: string | null;
}

export interface Here {
  /** Follows a short link. */
  readonly follow: (token: string) => Promise<Outcome>;
  /** Of our links, with the port. */
  readonly hosts: ReadonlySet<string>;
}

/** The tool in the list: it takes a link, too. */
export const withLink = ({ inputSchema, ...entry }: ListedTool): ListedTool => {
  const { properties, required: _required, ...schema } = inputSchema;
  const url = { type: 'string', description: DESCRIPTION };
  return Object.freeze({
    ...entry,
    inputSchema: { ...schema, properties: { ...(properties as object), [FIELD]: url } },
  });
};

/** Longer ones are no booking links; whoever sends them wants us to read long. */
const LONGEST_LINK = 2_000;
const isHost = (part: string): boolean => /[.:]/.test(part);

/** undefined: too long, or of another site. There the same words may name somebody else. */
const partsOf = (link: string, hosts: ReadonlySet<string>): readonly string[] | undefined => {
  if (link.length > LONGEST_LINK) return undefined;
  const bare = link.replace(/^https?:\/\//i, '');
  const [path = ''] = bare.split(/[?#]/, 1);
  const named = path.split('/').filter(Boolean);
  const [host = '', ...behind] = named;
  const hasHost = bare !== link || isHost(host);
  if (hasHost && !hosts.has(host.toLowerCase())) return undefined;
  const parts = (hasHost ? behind : named).map((part) => part.replace(/\.md$/, ''));
  return parts[0] === 'api' ? parts.slice(3) : parts;
};

const wrong = (message: string): Outcome => failureOf(invalid([{ path: FIELD, message }]), null);

async function addressAt(link: string, { follow, hosts }: Here): Promise<Address | Outcome> {
  const parts = partsOf(link, hosts);
  if (!parts) return wrong(`must be a link of this service (${[...hosts][0]}); those of other sites open nothing here`);
  const [first, second, third, fourth] = parts;
  if (first === 'manage')
    return wrong(
      'this link moves or cancels a booking: the guest opens it. get_availability takes its last part as token, with the slugs of the event',
    );
  if (first === 'b' && second !== undefined) {
    const followed = await follow(second);
    if (!followed.ok) return followed;
    const { output } = followed;
    const { calendar, eventSlug } = (output instanceof Rendered ? output.value : output) as {
      calendar: { organization: { slug: string }; owner: { username: string } };
      eventSlug: string | null;
    };
    return { workspace: calendar.organization.slug, username: calendar.owner.username, eventSlug };
  }
  if (first === undefined || second === undefined)
    return wrong('must be a booking link with a workspace and a host, such as https://…/acme/ada');
  if (second === 'team') return { workspace: first, username: `team/${third ?? ''}`, eventSlug: fourth ?? null };
  return { workspace: first, username: second, eventSlug: third ?? null };
}

/** The link of a call: its `url`, or a whole link where a slug belongs. */
const linkIn = ({ [FIELD]: url, workspace, username }: Input): unknown =>
  url ?? (username === undefined && typeof workspace === 'string' && workspace.includes('/') ? workspace : undefined);

/** What the call goes on with: the two parts in place of a link, and the event that the link names. */
export async function followLink(
  tool: string,
  input: Input,
  here: Here,
): Promise<{ readonly input: Input; readonly eventSlug?: string } | { readonly failure: Outcome }> {
  const link = tool === LINK_TOOL ? linkIn(input) : undefined;
  if (link === undefined) return { input };
  if (typeof link !== 'string') return { failure: wrong('must be text: a link') };
  const found = await addressAt(link.trim(), here);
  if ('ok' in found) return { failure: found };
  const { [FIELD]: _url, ...rest } = input;
  const { eventSlug, ...address } = found;
  return { input: { ...rest, ...address }, ...(eventSlug ? { eventSlug } : {}) };
}
