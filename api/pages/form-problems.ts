import type { FieldIssue } from '../../schemas/errors.ts';
import type { FormDefinition, FormField } from '../../schemas/forms.ts';
import type { TypedDetails } from '../../web/pages/details.tsx';
import type { FormProblem } from '../../web/parts/error-summary.tsx';
import type { Failure } from '../dispatch.ts';
import { reasonOf } from './problems.ts';
import { guestList } from './typed-details.ts';

const EMAIL_WORDS: Readonly<Record<string, string>> = {
  business_email_required: 'This host asks for a work address; personal mail providers are not accepted.',
  email_domain_blocked: 'This mail domain is not accepted here. Please use another address.',
  email_undeliverable: 'Mail to this address comes back. Please check it, or use another one.',
};

/** What a guest must repair in the details form; empty where the failure is about something else. */
export function formProblems(failure: Failure, typed: TypedDetails, form: FormDefinition | null): FormProblem[] {
  const reason = reasonOf(failure);
  const emailWords = EMAIL_WORDS[reason];
  if (emailWords !== undefined) return [{ fieldId: 'email', message: emailWords }];
  if (reason === 'answer_required' || reason === 'answer_invalid') return [answerProblem(failure, form)];
  if (failure.status !== 400) return [];
  return issuesOf(failure).flatMap(({ path }) => issueProblem(path, typed, form));
}

const issuesOf = ({ envelope }: Failure): readonly FieldIssue[] => {
  const issues = envelope.error.details?.issues;
  return Array.isArray(issues) ? (issues as FieldIssue[]) : [];
};

function issueProblem(path: string, typed: TypedDetails, form: FormDefinition | null): FormProblem[] {
  const asked = form?.fields.find(({ key }) => path.split('.', 2).join('.') === `customFields.${key}`);
  if (asked) return [{ fieldId: `field-${asked.key}`, message: invalidWords(asked) }];
  if (path === 'email') return [{ fieldId: 'email', message: 'Enter your email address, such as you@example.com.' }];
  if (path === 'name')
    return [{ fieldId: 'name', message: 'Enter your name on one line, with at most 120 characters.' }];
  if (path === 'guests') return [{ fieldId: 'guests', message: 'Invite at most ten other people.' }];
  const guest = /^guests\.(\d+)$/.exec(path)?.[1];
  if (guest === undefined) return [];
  const address = guestList(typed)[Number(guest)] ?? 'One of them';
  return [{ fieldId: 'guests', message: `${address} is not an email address.` }];
}

function answerProblem(failure: Failure, form: FormDefinition | null): FormProblem {
  const key = failure.envelope.error.details?.key;
  const field = form?.fields.find((one) => one.key === key);
  if (!field)
    return { fieldId: null, message: 'The questions have changed meanwhile. Please look through them again.' };
  const required = reasonOf(failure) === 'answer_required';
  return { fieldId: `field-${field.key}`, message: required ? requiredWords(field) : invalidWords(field) };
}

const requiredWords = ({ label, type }: FormField): string =>
  ['single_select', 'multi_select', 'boolean'].includes(type)
    ? `Choose an answer: ${label}`
    : `Please answer: ${label}`;

const INVALID: Readonly<Partial<Record<FormField['type'], string>>> = {
  email: 'Enter an email address, such as you@example.com.',
  phone: 'Enter a phone number with its country code, such as +49 30 123456.',
  number: 'Enter a number within the limits.',
  date: 'Enter a date that exists.',
  url: 'Enter a full web address, such as https://example.com.',
  single_select: 'Choose one of the answers.',
  multi_select: 'Choose among the answers.',
  boolean: 'Choose yes or no.',
};

const invalidWords = ({ type, config }: FormField): string =>
  INVALID[type] ??
  `Use plain text${config?.maxLength === undefined ? '' : ` with at most ${config.maxLength} characters`}.`;
