import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import { reachOf } from '../../domain/members/member-reach.ts';
import { AppError, type FieldIssue, invalid } from '../../schemas/errors.ts';
import { findEventTypesCalled } from '../../store/event-types/event-types.ts';

const FIELD = 'eventTypeId';
const LONGEST_NAME = 200;

interface Called {
  readonly sql: Sql;
  readonly actor: Actor | null;
  readonly input: unknown;
}

const nameIn = (input: unknown): unknown =>
  input !== null && typeof input === 'object' && Object.hasOwn(input, FIELD) ? Reflect.get(input, FIELD) : undefined;

const isOfEventType = ({ path }: FieldIssue): boolean => path === FIELD;

/** The refusal of an event type that was given by its name or slug, with the id of the one that has it; another refusal stays. */
export async function withEventTypeCalled(error: unknown, { sql, actor, input }: Called): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'request.invalid' || actor === null) return error;
  const issues = (error.details?.issues ?? []) as readonly FieldIssue[];
  const name = nameIn(input);
  if (typeof name !== 'string' || name.length > LONGEST_NAME || name.includes('\u0000') || !issues.some(isOfEventType))
    return error;
  const ids = await findEventTypesCalled(sql, {
    workspaceId: actor.workspaceId,
    hostId: reachOf(actor),
    name: name.trim(),
  });
  if (ids.length === 0) return error;
  const message = `takes an id, not a name or slug: did you mean ${ids.join(' or ')}?`;
  return invalid(issues.map((issue) => (isOfEventType(issue) ? { path: FIELD, message, didYouMean: ids } : issue)));
}
