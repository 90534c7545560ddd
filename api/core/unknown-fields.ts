import { namesNear } from '../../domain/names-near.ts';
import type { FieldIssue } from '../../schemas/errors.ts';
import type { FieldBelow } from './field-below.ts';

/** The rest are counted: a body can hold thousands of names. */
const MOST_NAMED = 10;
const LONGEST_NAME_SHOWN = 128;

/** A name that its object does not know. */
export interface UnknownField {
  readonly name: string;
  /** Of the object that holds it; '' for the input itself. */
  readonly path: string;
  readonly known: readonly string[];
  /** The field that alone takes the value that was given. */
  readonly meant?: string | undefined;
  /** The field of an object within it that has this name. */
  readonly below?: FieldBelow | undefined;
}

/** The nearest names that the object knows, or all of them (decision 0172). */
const issueOf = ({ name, path: around, known, meant, below }: UnknownField): FieldIssue => {
  const shown = name.slice(0, LONGEST_NAME_SHOWN);
  const path = around === '' ? shown : `${around}.${shown}`;
  if (meant === undefined && below) {
    const holds = below.holds === undefined ? '' : `, ${below.holds}`;
    return { path, message: `is unknown here, did you mean ${below.name}${holds}?`, didYouMean: [below.name] };
  }
  const didYouMean = meant === undefined ? namesNear(name, known) : [meant];
  if (didYouMean.length > 0)
    return { path, message: `is unknown, did you mean ${didYouMean.join(' or ')}?`, didYouMean };
  return {
    path,
    message: known.length > 0 ? `is unknown, known are ${known.join(', ')}` : 'is unknown, no field is known',
  };
};

/** The unknown fields of one call: the first ones in full, the others counted. */
export class UnknownFields {
  readonly #named: UnknownField[] = [];
  #more = 0;

  add(field: UnknownField): void {
    if (this.#named.length < MOST_NAMED) this.#named.push(field);
    else this.#more += 1;
  }

  issues(): FieldIssue[] {
    const issues = this.#named.map(issueOf);
    return this.#more > 0 ? [...issues, { path: '', message: `has ${this.#more} more unknown fields` }] : issues;
  }
}
