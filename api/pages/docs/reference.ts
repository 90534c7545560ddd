import { contract } from '../../../schemas/contract.ts';
import type { ErrorCode } from '../../../schemas/errors.ts';
import type { Operation } from '../../../schemas/operation.ts';
import type { DocsApiProps, OperationView } from '../../../web/pages/docs-api.tsx';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { Urls } from '../../core/urls.ts';
import { madeDocument } from '../../openapi/made-document.ts';
import { toolLine } from '../../openapi/openapi.ts';
import { paymentWebhook, RECEIVE_PAYMENT_EVENT } from '../../openapi/webhooks.ts';
import { exampleCall } from './example-call.ts';
import { resolve, rowsOf } from './schema-rows.ts';

/** One tag of the OpenAPI document. */
export interface ReferenceArea {
  readonly slug: string;
  readonly title: string;
  readonly text: string;
  readonly operations: readonly OperationView[];
}

export interface Reference {
  readonly intro: string;
  readonly areas: readonly ReferenceArea[];
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

/** The OpenAPI document as pages show it. */
export function makeReference(urls: Urls): Reference {
  const document = madeDocument(urls) as unknown as JsonSchema;
  const { schemas } = document.components as { schemas: Record<string, JsonSchema> };
  const base = (document.servers as { url: string }[])[0]?.url ?? '';
  const paths = Object.entries(document.paths as Record<string, JsonSchema>);
  // A team's form of a path is the same operation.
  const operations = paths
    .filter(([path]) => !path.includes('/team/{teamSlug}'))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) => {
        const operation = item[method] as JsonSchema;
        const server = ((operation.servers ?? item.servers) as { url: string }[] | undefined)?.[0]?.url ?? base;
        return {
          tag: (operation.tags as string[])[0],
          view: viewOf(operation, method.toUpperCase(), `${server}${path}`, schemas),
        };
      }),
    );
  const areas = (document.tags as { name: string; description: string }[]).map(({ name, description }) => ({
    slug: name.toLowerCase().replaceAll(' ', '-'),
    title: name,
    text: description,
    operations: operations.filter(({ tag }) => tag === name).map(({ view }) => view),
  }));
  return {
    intro: String((document.info as JsonSchema).description),
    areas: areas.filter((area) => area.operations.length > 0),
  };
}

function viewOf(
  operation: JsonSchema,
  method: string,
  url: string,
  schemas: Record<string, JsonSchema>,
): OperationView {
  const id = String(operation.operationId);
  const declared = declaredAs(id);
  const { tool = null, auth, errors } = declared;
  const parameters = ((operation.parameters ?? []) as JsonSchema[]).filter(({ name }) => name !== undefined);
  const body = contentOf(operation.requestBody);
  const responses = operation.responses as Record<string, JsonSchema>;
  const success = contentOf(responses['200'] ?? responses['201']);
  const answer = exampleOf(success);
  return {
    ...{
      id,
      title: String(operation.summary),
      text: String(operation.description).slice(0, -toolLine(declared).length || undefined),
      method,
      url,
      call: callOf({ method, url }),
    },
    auth: authOf(auth),
    tool,
    input: [
      ...parameters.map((parameter) => {
        const schema = resolve(parameter.schema, schemas);
        const [row] = rowsOf({ properties: { [String(parameter.name)]: schema } }, schemas);
        const where = parameter.in === 'query' ? '' : ` (${parameter.in})`;
        return {
          name: String(parameter.name),
          type: `${row?.type ?? ''}${where}`,
          required: parameter.required === true,
          text: String(parameter.description ?? row?.text ?? ''),
        };
      }),
      ...rowsOf(body.schema, schemas),
    ],
    output: rowsOf(success.schema, schemas),
    errors: [...new Set([...errors, ...EVERYWHERE])],
    example: exampleCall({
      method,
      url,
      parameters,
      body: exampleOf(body) ?? resolve(body.schema, schemas),
      isKeyed: Array.isArray(operation.security) && operation.security.length > 0,
    }),
    answer: answer === undefined ? null : JSON.stringify(answer, null, 2),
  };
}

const contentOf = (part: unknown): JsonSchema =>
  (((part as JsonSchema | undefined)?.content as Record<string, JsonSchema> | undefined)?.['application/json'] ??
    {}) as JsonSchema;

/** The first example of a media type object. */
function exampleOf({ example, examples }: JsonSchema): JsonSchema | undefined {
  if (example !== undefined) return example as JsonSchema;
  const [first] = Object.values((examples ?? {}) as Record<string, { value?: JsonSchema }>);
  return first?.value;
}

function authOf(auth: Operation['auth']): string {
  if (auth === 'person' || (typeof auth === 'object' && auth.sessionOnly))
    return 'For people who are signed in in a browser.';
  return typeof auth === 'object' ? 'Needs a workspace key.' : 'No key.';
}

/** What any operation may answer. */
const EVERYWHERE = ['request.invalid', 'internal.unexpected'] as const satisfies readonly ErrorCode[];

type Declared = Pick<Operation, 'auth' | 'errors' | 'tool'>;

const operations: ReadonlyMap<string, Declared> = new Map([
  ...Object.values(contract).flatMap((area): [string, Declared][] => Object.entries(area)),
  [RECEIVE_PAYMENT_EVENT, paymentWebhook],
]);

/** @throws Error if the contract has no such operation */
function declaredAs(id: string): Declared {
  const operation = operations.get(id);
  if (!operation) throw new Error(`The contract has no operation ${id}`);
  return operation;
}

/** "GET /api/v1/workspace" */
export const callOf = ({ method, url }: Pick<OperationView, 'method' | 'url'>): string =>
  `${method} ${new URL(url).pathname.replaceAll('%7B', '{').replaceAll('%7D', '}')}`;

/** What the index of the reference shows. */
export const areaLinks = ({ areas }: Reference): DocsApiProps['areas'] =>
  areas.map(({ slug, title, text, operations }) => ({
    ...{ title, text, href: `/docs/api/${slug}` },
    operations: operations.map((operation) => ({
      title: operation.title,
      href: `/docs/api/${slug}#${operation.id}`,
      call: callOf(operation),
    })),
  }));
