import type { JsonSchema } from '../../core/json-schema.ts';

interface Call {
  readonly method: string;
  readonly url: string;
  readonly parameters: readonly JsonSchema[];
  /** An example of the body, or its schema. */
  readonly body: JsonSchema;
  readonly isKeyed: boolean;
}

/** A call with curl. What the document gives no example for stands in angle brackets. */
export function exampleCall({ method, url, parameters, body, isKeyed }: Call): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required === true || parameter.example !== undefined))
    .map(({ name, example }) => `${name}=${example === undefined ? `<${name}>` : encodeURIComponent(String(example))}`);
  const filled = parameters
    .filter((parameter) => parameter.in === 'path' && parameter.example !== undefined)
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), url);
  const address = `'${filled}${query.length > 0 ? `?${query.join('&')}` : ''}'`;
  const headers = parameters.filter((parameter) => parameter.in === 'header' && parameter.required === true);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address}`,
    ...(isKeyed ? ["-H 'Authorization: Bearer <key>'"] : []),
    ...headers.map(({ name, example }) => `-H '${name}: ${example ?? `<${name}>`}'`),
    ...bodyLines(body),
  ];
  return lines.join(' \\\n  ');
}

function bodyLines(body: JsonSchema): string[] {
  const isSchema = body.type === 'object' && body.properties !== undefined;
  if (Object.keys(body).length === 0) return [];
  const value = isSchema ? skeletonOf(body) : body;
  const json = JSON.stringify(value, null, 2).replaceAll("'", '’').replaceAll('\n', '\n  ');
  return ["-H 'Content-Type: application/json'", `-d '${json}'`];
}

/** The required fields of a schema. */
function skeletonOf({ required, properties }: JsonSchema): Record<string, string> {
  const names = (required ?? Object.keys(properties as object).slice(0, 1)) as string[];
  return Object.fromEntries(names.map((name) => [name, `<${name}>`]));
}
