import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Answer, Asked } from '../../../stand-ins/http.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly format?: string;
}

interface Method {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly scopes: readonly string[];
  readonly parameters?: Readonly<Record<string, Schema & { readonly location: string }>>;
  readonly request?: Schema;
  readonly response?: Schema;
}

interface Resource {
  readonly methods?: Readonly<Record<string, Method>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

interface Discovery extends Resource {
  readonly servicePath: string;
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

const FILE = new URL('../../fixtures/google/calendar.v3.json', import.meta.url);
const discovery = JSON.parse(readFileSync(FILE, 'utf8')) as Discovery;

const methodsIn = ({ methods = {}, resources = {} }: Resource): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsIn),
];

export const GOOGLE_METHODS: ReadonlyMap<string, Method> = new Map(methodsIn(discovery).map((one) => [one.id, one]));

/** JSON schema: nothing but what Google names. Google's document requires nothing, so a partial answer fits too. */
const jsonSchema = ({ $ref, type, properties, additionalProperties, items, ...more }: Schema): object => {
  if ($ref) return { $ref: `#/$defs/${$ref}` };
  if (type === 'any') return {};
  const mapped = Object.entries(properties ?? {}).map(([name, schema]) => [name, jsonSchema(schema)]);
  return {
    type,
    ...(type === 'object'
      ? {
          properties: Object.fromEntries(mapped),
          additionalProperties: additionalProperties ? jsonSchema(additionalProperties) : false,
        }
      : {}),
    ...(items ? { items: jsonSchema(items) } : {}),
    ...(more.enum ? { enum: more.enum } : {}),
    ...(more.format && ['date', 'date-time'].includes(more.format) ? { format: more.format } : {}),
  };
};

const $defs = Object.fromEntries(Object.entries(discovery.schemas).map(([name, schema]) => [name, jsonSchema(schema)]));
const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();

/** Describes each value that does not match a schema of Google's. */
export function schemaProblems(name: string, value: unknown): string[] {
  const validate = validators.get(name) ?? ajv.compile({ $defs, $ref: `#/$defs/${name}` });
  validators.set(name, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const BASE = `/${discovery.servicePath}`;

const methodOf = ({ method, url }: Asked): Method | undefined =>
  [...GOOGLE_METHODS.values()].find(
    ({ httpMethod, path }) =>
      httpMethod === method && new RegExp(`^${BASE}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
  );

/** A request that came to the stand-in, and its answer, against Google's own description. @returns what does not fit */
export function exchangeProblems(asked: Asked, { status, body, cut }: Answer): string[] {
  if (!asked.url.pathname.startsWith(BASE)) return [];
  const method = methodOf(asked);
  if (!method) return [`${asked.method} ${asked.url.pathname}: no such method`];
  const isOk = status >= 200 && status < 300 && !cut;
  return [
    ...parameterProblems(method, asked.url.searchParams),
    ...(method.request?.$ref && asked.body.length > 0
      ? schemaProblems(method.request.$ref, JSON.parse(asked.body.toString('utf8')))
      : []),
    ...(isOk && method.response?.$ref ? schemaProblems(method.response.$ref, body) : []),
    ...(isOk && !method.response && body !== undefined ? ['an answer where Google sends none'] : []),
  ].map((problem) => `${method.id}: ${problem}`);
}

function parameterProblems({ parameters = {}, response }: Method, query: URLSearchParams): string[] {
  return [...query].flatMap(([name, value]) => {
    const schema = parameters[name] ?? discovery.parameters[name];
    if (!schema) return [`unknown parameter ${name}`];
    if (name === 'fields' && response?.$ref) return maskProblems(value, response.$ref);
    if (schema.enum && !schema.enum.includes(value)) return [`${name}=${value}`];
    const form = { integer: /^\d+$/, boolean: /^(true|false)$/ }[schema.type ?? ''];
    return form && !form.test(value) ? [`${name}=${value}`] : [];
  });
}

/** Names of a `fields` parameter that the answer does not have. Its form with slashes is not checked: nothing uses it. */
function maskProblems(mask: string, name: string): string[] {
  if (mask.includes('/')) return [`fields with a slash: ${mask}`];
  const problems: string[] = [];
  const open: (Schema | undefined)[] = [{ $ref: name }];
  let last: Schema | undefined;
  for (const token of mask.match(/\w+|[()]/g) ?? []) {
    if (token === '(') open.push(last);
    else if (token === ')') open.pop();
    else {
      last = propertiesOf(open.at(-1))[token];
      if (!last) problems.push(`fields: no ${token} in ${mask}`);
    }
  }
  return problems;
}

function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  if (schema?.$ref) return propertiesOf(discovery.schemas[schema.$ref]);
  return schema?.items ? propertiesOf(schema.items) : (schema?.properties ?? {});
}
