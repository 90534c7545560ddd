import { formIssues } from '../../../domain/forms/check-definition.ts';
import { invalid } from '../../../schemas/errors.ts';
import { EVENT_TYPE_CAPS } from '../../../schemas/shapes/event-type-caps.ts';
import type { FormInput } from '../../../schemas/shapes/forms.ts';

/** @throws AppError request.invalid, with each question and the rule that it breaks */
export function requireSoundForm(form: FormInput | null | undefined): void {
  if (form && Buffer.byteLength(JSON.stringify(form)) > EVENT_TYPE_CAPS.formBytes)
    throw invalid([{ path: 'form', message: `has more than ${EVENT_TYPE_CAPS.formBytes} bytes as JSON; shorten it` }]);
  const issues = form ? formIssues(form.fields, 'form.fields') : [];
  if (issues.length > 0) throw invalid(issues);
}
