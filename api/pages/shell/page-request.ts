import type { Request } from 'express';
import { translated } from '../../../texts/translated.ts';
import type { Locale } from '../../../web/parts/locale.ts';
import type { PageProps } from '../../../web/server.tsx';
import { addressOnOrigin } from './request-address.ts';

/** What the reader sent: path, query, form and language. */
export class PageRequest {
  readonly request: Request;
  locale: Locale;

  constructor(request: Request, locale: Locale) {
    this.request = request;
    this.locale = locale;
  }

  /** Returns a text (an export of texts/en) in the reader's language. */
  words<T>(text: T): T {
    return translated(text, this.locale.language);
  }

  /** A path parameter, or ''. */
  part(name: string): string {
    const value = this.request.params[name];
    return typeof value === 'string' ? value : '';
  }

  /** A query value; undefined if it is empty, missing or repeated. */
  query(name: string): string | undefined {
    const value = this.request.query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** A posted field; '' if it is missing or repeated. */
  field(name: string): string {
    const value = (this.request.body as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' ? value : '';
  }

  /** How the reader sends the same request again: a posted form with its values, or a link. */
  retry(href = addressOnOrigin(this.request)): NonNullable<PageProps<'problem'>['again']> {
    const { method, body } = this.request;
    return method === 'POST' ? { fields: formFields(body) } : { href };
  }
}

/** A posted form as pairs of name and value. */
const formFields = (body: unknown): (readonly [string, string])[] =>
  Object.entries((body ?? {}) as Record<string, string | string[]>).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  );
