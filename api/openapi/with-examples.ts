import type { JsonSchema } from '../core/json-schema.ts';
import { exampleOf } from './examples.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Content = Record<string, JsonSchema>;

/** The paths with an example of each request and of each answer that is no error. */
export const withExamples = (
  paths: Readonly<Record<string, JsonSchema>>,
  schemas: Schemas,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, eachOperation(item, schemas, subjectOf(path))]),
  );

/** "event-types" of /workspace/event-types/{eventTypeId} */
const subjectOf = (path: string): string =>
  path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';

const eachOperation = (item: JsonSchema, schemas: Schemas, subject: string): JsonSchema =>
  Object.fromEntries(
    Object.entries(item).map(([key, part]) => [
      key,
      key === 'servers' ? part : operationWith(part as JsonSchema, schemas, subject),
    ]),
  );

function operationWith(
  { parameters, requestBody, responses, ...rest }: JsonSchema,
  schemas: Schemas,
  subject: string,
): JsonSchema {
  const body = requestBody as (JsonSchema & { content: Content }) | undefined;
  return {
    ...rest,
    ...(parameters !== undefined && {
      parameters: (parameters as JsonSchema[]).map((one) => parameterWith(one, schemas)),
    }),
    ...(body && {
      requestBody: { ...body, content: contentWith(body.content, schemas, { withOptional: false, subject }) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses as Record<string, JsonSchema>).map(([status, response]) => [
        status,
        response.content === undefined
          ? response
          : {
              ...response,
              content: contentWith(response.content as Content, schemas, { withOptional: true, subject }),
            },
      ]),
    ),
  };
}

/** Parameters that may be left out have no example, unless the declaration has one: a call by the examples is as short as it can be. */
const parameterWith = (parameter: JsonSchema, schemas: Schemas): JsonSchema =>
  parameter.example === undefined && parameter.required === true && typeof parameter.name === 'string'
    ? { ...parameter, example: exampleOf(parameter.schema, schemas, false, parameter.name) }
    : parameter;

interface Wanted {
  readonly withOptional: boolean;
  readonly subject: string;
}

const contentWith = (content: Content, schemas: Schemas, { withOptional, subject }: Wanted): Content =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema, example }]) => [
      mediaType,
      mediaType === 'application/json'
        ? { schema, example: example ?? exampleOf(schema, schemas, withOptional, subject) }
        : { schema, example: CALENDAR },
    ]),
  );

const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n';
