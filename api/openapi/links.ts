import { z } from 'zod';
import type { Operation } from '../../schemas/operation.ts';
import type { JsonSchema } from '../core/json-schema.ts';

type Operations = Readonly<Record<string, Operation>>;

const LAST_PARAMETER = /^(\/.*?)\/\{(\w+)\}(?:\/[a-z-]+)?$/;

/** The fields of an object schema, also behind `.nullable()`; of a list, those of an entry. */
const fieldsOf = (schema: z.ZodType): { readonly fields: Record<string, z.ZodType>; readonly isList: boolean } => {
  if (schema instanceof z.ZodArray) return { ...fieldsOf(schema.element as z.ZodType), isList: true };
  return { fields: schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}, isList: false };
};

/** Where an answer has the id of the thing it is about: its own `id`, or that of its first field with one. */
const idPointerOf = (output: z.ZodType): string | undefined => {
  const { fields } = fieldsOf(output);
  if ('id' in fields) return '/id';
  for (const [name, field] of Object.entries(fields)) {
    const { fields: inner, isList } = fieldsOf(field);
    if ('id' in inner) return `/${name}${isList ? '/0' : ''}/id`;
  }
  return undefined;
};

/** Operations on one thing of a collection, by the name of its id: `/bookings/{bookingId}/cancel`. */
const onThingOf = (collection: string, all: Operations) =>
  Object.entries(all).flatMap(([name, { path, surface }]) => {
    const [, base, parameter] = LAST_PARAMETER.exec(path) ?? [];
    return surface === 'host' && base === collection && parameter ? [{ name, parameter }] : [];
  });

/** The id under the name that those operations take, such as `intentId`; also of the first entry of a list. */
const namedIdIn = (output: z.ZodType, operations: readonly { readonly parameter: string }[]): string | undefined => {
  const { fields } = fieldsOf(output);
  const named = operations.find(({ parameter }) => parameter in fields);
  if (named) return `/${named.parameter}`;
  for (const [name, field] of Object.entries(fields)) {
    const { fields: inner, isList } = fieldsOf(field);
    const ofEntry = isList && operations.find(({ parameter }) => parameter in inner);
    if (ofEntry) return `/${name}/0/${ofEntry.parameter}`;
  }
  return undefined;
};

const linkTo = (operationId: string, parameters: Record<string, string>): JsonSchema => ({ operationId, parameters });

/** From what made, listed or changed a thing to all that can be done with it. */
const linksToThing = (operation: Operation, all: Operations): Record<string, JsonSchema> => {
  const [, base, own] = LAST_PARAMETER.exec(operation.path) ?? [];
  if (operation.effect === 'destroy') return {};
  const known = onThingOf(base ?? operation.path, all);
  const pointer = own === undefined ? (namedIdIn(operation.output, known) ?? idPointerOf(operation.output)) : undefined;
  const id = own === undefined ? pointer && `$response.body#${pointer}` : `$request.path.${own}`;
  const targets = id === undefined ? [] : known;
  return Object.fromEntries(
    targets
      .filter(({ name }) => all[name] !== operation)
      .map(({ name, parameter }) => [name, linkTo(name, { [parameter]: id ?? '' })]),
  );
};

/** From a public calendar to its events, and from an event's times to what books them. */
const linksToEvent = (operation: Operation, all: Operations): Record<string, JsonSchema> => {
  const address = { workspace: '$request.path.workspace', username: '$request.path.username' };
  const ofEvent = Object.entries(all).filter(
    ([, { path, effect }]) => path.startsWith('/{workspace}/{username}/{eventSlug}/') && effect === 'read',
  );
  if (operation.path !== '/{workspace}/{username}') return {};
  const eventSlug = '$response.body#/eventTypes/0/slug';
  return Object.fromEntries(ofEvent.map(([name]) => [name, linkTo(name, { ...address, eventSlug })]));
};

/** The OpenAPI links of an operation's success, made from paths and outputs. */
export const linksOf = (operation: Operation, all: Operations): { readonly links?: Record<string, JsonSchema> } => {
  const links = operation.surface === 'public' ? linksToEvent(operation, all) : linksToThing(operation, all);
  return Object.keys(links).length > 0 ? { links } : {};
};
