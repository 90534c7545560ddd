import { firstNamed, namesNear } from '../../domain/names-near.ts';
import type { FieldIssue } from '../../schemas/errors.ts';
import type { FieldGuide, Lead } from './field-guide.ts';

const LONGEST_NAME_SHOWN = 128;

/** A name that its object does not know. */
export interface UnknownField {
  readonly name: string;
  readonly value?: unknown;
  /** Of the object that holds it; '' for the input itself. */
  readonly path: string;
  readonly known: readonly string[];
  readonly guide?: FieldGuide;
}

const issueOfLead = (path: string, lead: Lead): FieldIssue => {
  if (lead.kind === 'elsewhere') return { path, message: lead.says };
  if (lead.kind === 'here') {
    const choices = lead.choices ? `, one of: ${lead.choices.join(', ')}` : '';
    return { path, message: `is unknown, did you mean ${lead.field}${choices}?`, didYouMean: [lead.field] };
  }
  const { name, holds } = lead.field;
  const what = holds === undefined ? '' : `, ${holds}`;
  return { path, message: `is unknown here, did you mean ${name}${what}?`, didYouMean: [name] };
};

/** Where the name leads, or the nearest names that the object knows and that can hold the value, or all of them (decision 0172). */
const issueOf = ({ name, value, path: around, known, guide }: UnknownField): FieldIssue => {
  const shown = name.slice(0, LONGEST_NAME_SHOWN);
  const path = around === '' ? shown : `${around}.${shown}`;
  const lead = guide?.leadOf(name, value);
  if (lead) return issueOfLead(path, lead);
  const didYouMean = namesNear(name, known).filter((field) => !guide || guide.holds(field, value));
  if (didYouMean.length > 0)
    return { path, message: `is unknown, did you mean ${didYouMean.join(' or ')}?`, didYouMean };
  return {
    path,
    message: known.length > 0 ? `is unknown, known are ${known.join(', ')}` : 'is unknown, no field is known',
  };
};

/** The unknown fields of one call: the first ones in full, the others counted. */
export class UnknownFields {
  readonly #unknown: UnknownField[] = [];

  add(field: UnknownField): void {
    this.#unknown.push(field);
  }

  issues(): FieldIssue[] {
    const { named, more } = firstNamed(this.#unknown);
    const issues = named.map(issueOf);
    return more > 0 ? [...issues, { path: '', message: `has ${more} more unknown fields` }] : issues;
  }
}
