import type { z } from 'zod';
import { AppError, invalid } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import { Rendered } from '../core/answer.ts';
import { failureOf, type Outcome } from '../core/call.ts';
import { parseInput } from '../core/input.ts';
import { repairInput } from '../core/repair/repair.ts';

type Input = Readonly<Record<string, unknown>>;

/** The target of a link. */
interface Address {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug?: string | null;
}

interface EventOfLink extends Address {
  readonly eventSlug: string;
}

export interface Here {
  /** Follows a short link. */
  readonly follow: (token: string) => Promise<Outcome>;
  /** Reads an event. */
  readonly look: (event: EventOfLink) => Promise<Outcome>;
  /** Of our links, with the port. */
  readonly hosts: ReadonlySet<string>;
}

/** Longer texts are no booking links, only expensive to read. */
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

const answerOf = (output: unknown): unknown => (output instanceof Rendered ? output.value : output);
const wrong = (message: string): Outcome => failureOf(invalid([{ path: 'url', message }]), null);

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
    const { calendar, eventSlug } = answerOf(followed.output) as {
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

/** A whole link where the first part of it belongs is a link. */
const asLink = (input: Input): Input => {
  const { workspace, ...rest } = input;
  const isLink = typeof workspace === 'string' && workspace.includes('/');
  return isLink && rest.url === undefined && rest.username === undefined ? { ...rest, url: workspace } : input;
};

interface Given {
  readonly url?: string;
  readonly workspace?: string;
  readonly username?: string;
  readonly eventSlug?: string;
}

/** @throws AppError request.invalid that names every field that is wrong or unknown */
const read = (schema: z.ZodObject, given: unknown): Given => {
  const { input, issues } = repairInput(schema, given);
  return parseInput(schema, asLink(input as Input), issues) as Given;
};

const saysElse = (given: string | undefined, linked: string): boolean =>
  given !== undefined && given.toLowerCase() !== linked.toLowerCase();

/** The result of reading the link in a call. */
export type Aimed = {
  /** The parts in place of a link. */
  readonly input: unknown;
  /** The event that the link names. */
  readonly event?: EventOfLink;
  /** Of a tool that reads one event: what the link stands for. The next tools take it in parts. */
  readonly parts?: EventOfLink;
};

/** For a tool that reads one event. */
function ofEvent(input: Given, { eventSlug: linked, ...address }: Address): Aimed | { readonly failure: Outcome } {
  const eventSlug = linked ?? input.eventSlug;
  if (eventSlug === undefined)
    return {
      failure: wrong('opens a calendar: add eventSlug, the slug of one of its events (find_bookable_calendar)'),
    };
  if (saysElse(input.eventSlug, eventSlug))
    return { failure: wrong('opens another event than eventSlug: send url alone') };
  const parts = { workspace: address.workspace, username: address.username, eventSlug };
  return { input: { ...input, ...parts }, parts };
}

/** Reads the link of a tool that takes one (`toolInput` of its operation); the input of other tools stays as it is. */
export async function followLink(
  { toolInput }: Pick<Operation, 'toolInput'>,
  given: unknown,
  here: Here,
): Promise<Aimed | { readonly failure: Outcome }> {
  if (!toolInput) return { input: given };
  try {
    const { url, ...input } = read(toolInput, given);
    if (url === undefined) return { input };
    const found = await addressAt(url.trim(), here);
    if ('ok' in found) return { failure: found };
    const { eventSlug, ...address } = found;
    if (saysElse(input.workspace, address.workspace) || saysElse(input.username, address.username))
      return { failure: wrong('opens another calendar than workspace and username: send url alone, or those two') };
    if ('eventSlug' in toolInput.shape) return ofEvent(input, found);
    return { input: address, ...(eventSlug ? { event: { ...address, eventSlug } } : {}) };
  } catch (error) {
    if (error instanceof AppError) return { failure: failureOf(error, null) };
    throw error;
  }
}

/** The answer about a calendar with the event that the link named; the refusal of that event if there is none. */
export async function withEvent(outcome: Outcome, { event }: Aimed, { look }: Here): Promise<Outcome> {
  if (!outcome.ok || event === undefined) return outcome;
  const calendar = answerOf(outcome.output) as { readonly eventTypes: readonly { readonly slug: string }[] };
  const { eventSlug } = event;
  // Hidden events, and those beyond the cap, are in no list.
  const looked = calendar.eventTypes.some(({ slug }) => slug === eventSlug) ? outcome : await look(event);
  return looked.ok ? { ...outcome, output: { eventSlug, ...calendar } } : looked;
}
