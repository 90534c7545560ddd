import { readFileSync } from 'node:fs';
import type { Answer, Asked } from '../../../stand-ins/http.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: Schema } } }>
  >;
}

interface Spec {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Stripe's published description of its API, as stripe-mock brings it: answers are checked against it. */
export class StripeDescription {
  readonly #spec: Spec;

  /** @param file spec3.json */
  constructor(file: string) {
    this.#spec = JSON.parse(readFileSync(file, 'utf8')) as Spec;
  }

  /** Describes each value of an answer that does not match Stripe's description. */
  problems({ method, url }: Asked, { status, body }: Answer): string[] {
    const operation = this.#operation(method.toLowerCase(), url.pathname);
    if (!operation) return [`${method} ${url.pathname}: no such method`];
    const schema = (operation.responses[status] ?? operation.responses.default)?.content?.['application/json']?.schema;
    if (!schema) return [`${method} ${url.pathname}: no answer ${status}`];
    return this.#check(schema, JSON.parse(JSON.stringify(body)), '').map(
      (problem) => `${method} ${url.pathname}: ${problem}`,
    );
  }

  #operation(method: string, pathname: string): Operation | undefined {
    const exact = this.#spec.paths[pathname]?.[method];
    if (exact) return exact;
    const found = Object.entries(this.#spec.paths).find(
      ([path, methods]) => method in methods && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    return found?.[1][method];
  }

  #check(schema: Schema, value: unknown, at: string): string[] {
    if (schema.$ref) return this.#check(this.#named(schema.$ref), value, at);
    if (value === null) return schema.nullable || schema.enum?.includes(null) ? [] : [`${at} is null`];
    if (schema.anyOf) return this.#anyOf(schema.anyOf, value, at);
    if (schema.type === 'object') return this.#object(schema, value, at);
    if (schema.type === 'array') return this.#array(schema.items ?? {}, value, at);
    if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${String(value)}`];
    const wanted = schema.type === 'integer' ? 'number' : schema.type;
    return wanted !== undefined && typeof value !== wanted ? [`${at} is no ${wanted}`] : [];
  }

  #named(ref: string): Schema {
    return this.#spec.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  }

  #array(items: Schema, value: unknown, at: string): string[] {
    if (!Array.isArray(value)) return [`${at} is no array`];
    return value.flatMap((one, index) => this.#check(items, one, `${at}[${index}]`));
  }

  /** The alternative that fits best. An object says by `object` which one it is. */
  #anyOf(schemas: readonly Schema[], value: unknown, at: string): string[] {
    const tried = schemas.map((schema) => this.#check(schema, value, at));
    return tried.sort((one, other) => one.length - other.length)[0] ?? [];
  }

  #object({ properties, required = [], additionalProperties }: Schema, value: unknown, at: string): string[] {
    if (typeof value !== 'object' || Array.isArray(value) || value === null) return [`${at} is no object`];
    const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
    const wrong = Object.entries(value).flatMap(([name, one]) => {
      const schema = properties?.[name];
      if (schema) return this.#check(schema, one, `${at}.${name}`);
      if (typeof additionalProperties === 'object') return this.#check(additionalProperties, one, `${at}.${name}`);
      return properties && Object.keys(properties).length > 0 ? [`${at}.${name} is unknown`] : [];
    });
    return [...missing, ...wrong];
  }
}
