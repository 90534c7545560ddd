import type { FieldIssue } from '../../../schemas/errors.ts';
import type { FormDefinition, FormField } from '../../../schemas/shapes/forms.ts';
import { detailsWords, questionWords } from '../../../texts/en/pages/details.ts';
import { translated } from '../../../texts/translated.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import { invalidWords, missingWords } from '../../../web/parts/answer-words.ts';
import type { FormProblem } from '../../../web/parts/error-summary.tsx';
import { guestAddresses } from '../../../web/parts/guest-list.ts';
import type { Locale } from '../../../web/parts/locale.ts';
import { questionId } from '../../../web/parts/question-names.ts';
import type { Failure } from '../../core/call.ts';
import { reasonOf } from '../shell/problems.ts';

interface SentForm {
  readonly typed: TypedDetails;
  readonly form: FormDefinition | null;
  readonly locale: Locale;
}

/** What the guest must correct in the details form, in their language; empty if the failure is not about the form. */
export function formProblems(failure: Failure, sent: SentForm): FormProblem[] {
  const { form, locale } = sent;
  const email = emailWords(reasonOf(failure), locale);
  if (email !== undefined)
    return [{ fieldId: 'email', message: email, about: translated(detailsWords, locale.language).email }];
  const reason = reasonOf(failure);
  if (reason === 'answer_required' || reason === 'answer_invalid') return [answerProblem(failure, sent)];
  if (failure.status !== 400) return [];
  const problems = issuesOf(failure).flatMap(({ path }) => issueProblem(path, sent));
  const isAboutForm = problems.length === 0 && issuesOf(failure).some(({ path }) => path.startsWith('customFields'));
  return isAboutForm && form !== null ? [changedForm(locale)] : problems;
}

function emailWords(reason: string, { language }: Locale): string | undefined {
  const { businessEmail, blockedEmail, deadEmail } = translated(detailsWords, language);
  switch (reason) {
    case 'business_email_required':
      return businessEmail;
    case 'email_domain_blocked':
      return blockedEmail;
    case 'email_undeliverable':
      return deadEmail;
    default:
      return undefined;
  }
}

const issuesOf = ({ envelope }: Failure): readonly FieldIssue[] => {
  const issues = envelope.error.details?.issues;
  return Array.isArray(issues) ? (issues as FieldIssue[]) : [];
};

function issueProblem(path: string, { typed, form, locale }: SentForm): FormProblem[] {
  const asked = form?.fields.find(({ key }) => path.split('.', 2).join('.') === `customFields.${key}`);
  if (asked) return [invalidAnswer(asked, typed, locale)];
  const words = translated(detailsWords, locale.language);
  if (path === 'email') return [{ fieldId: 'email', message: words.badEmail }];
  if (path === 'name') return [{ fieldId: 'name', message: words.badName }];
  if (path === 'guests') return [{ fieldId: 'guests', message: words.tooManyGuests }];
  const guest = /^guests\.(\d+)$/.exec(path)?.[1];
  if (guest === undefined) return [];
  const message = words.badGuest(shortly(guestAddresses(typed.guests)[Number(guest)]));
  return [{ fieldId: 'guests', message, about: words.guests }];
}

const SHOWN = 80;

/** The guest may have typed a very long text as an address. */
const shortly = (text = '…'): string => (text.length > SHOWN ? `${Array.from(text).slice(0, SHOWN).join('')}…` : text);

function answerProblem(failure: Failure, { typed, form, locale }: SentForm): FormProblem {
  const key = failure.envelope.error.details?.key;
  const field = form?.fields.find((one) => one.key === key);
  if (!field) return changedForm(locale);
  if (reasonOf(failure) === 'answer_invalid') return invalidAnswer(field, typed, locale);
  return { fieldId: questionId(field.key), message: missingWords(field, locale) };
}

const invalidAnswer = (field: FormField, { answers }: TypedDetails, locale: Locale): FormProblem => ({
  fieldId: questionId(field.key),
  message: invalidWords(field, answers[field.key], locale),
  about: field.label,
});

const changedForm = ({ language }: Locale): FormProblem => ({
  fieldId: null,
  message: translated(questionWords, language).changed,
});
