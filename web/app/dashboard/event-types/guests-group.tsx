import { useState } from 'react';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../parts/locale.ts';
import { useEditor } from './editor-context.ts';
import type { Patch } from './event-type.ts';
import { CheckField } from './fields.tsx';
import { SettingsGroup } from './settings-group.tsx';

const POLICY = [
  { name: 'requireOtpHuman', label: 'codeHuman', hint: 'codeHumanHint' },
  { name: 'requireOtpAgent', label: 'codeAgent', hint: 'codeAgentHint' },
  { name: 'requireBusinessEmail', label: 'business', hint: 'businessHint' },
  { name: 'blockRestrictedEmailDomains', label: 'disposable', hint: 'disposableHint' },
] as const;

const read = (form: FormData): Patch => ({
  requiresApproval: form.has('requiresApproval'),
  // Shown only with approval; else it stays as it is.
  ...(form.has('requiresApproval') &&
    form.has('asksReapproval') && { reapproveOnReschedule: form.has('reapproveOnReschedule') }),
  bookingPolicy: Object.fromEntries(POLICY.map(({ name }) => [name, form.has(name)])),
});

/** Who can book, and how they prove their address. */
export function GuestsGroup() {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  const [isAsked, setAsked] = useState(event.requiresApproval);
  return (
    <SettingsGroup title={words.guests} hint={words.guestsHint} anchor="guests" read={read}>
      {() => (
        <div className="rules">
          <CheckField
            name="requiresApproval"
            label={words.approval}
            hint={words.approvalHint}
            defaultChecked={event.requiresApproval}
            onChange={setAsked}
          />
          {isAsked && (
            <>
              <input type="hidden" name="asksReapproval" value="" />
              <CheckField
                name="reapproveOnReschedule"
                label={words.reapprove}
                defaultChecked={event.reapproveOnReschedule}
              />
            </>
          )}
          {POLICY.map(({ name, label, hint }) => (
            <CheckField
              key={name}
              name={name}
              label={words[label]}
              hint={words[hint]}
              defaultChecked={event.bookingPolicy[name]}
            />
          ))}
        </div>
      )}
    </SettingsGroup>
  );
}
