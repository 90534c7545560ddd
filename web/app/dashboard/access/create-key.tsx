import { useState } from 'react';
import type { KeyMode, Scope } from '../../../../schemas/shapes/access.ts';
import { createKeyWords as say } from '../../../../texts/en/dashboard/access.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Secret } from '../../parts/secret.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Membership } from '../workspaces/choice.ts';

const DAY_MS = 86_400_000;

/** Days; 0: none. */
const LIFETIMES: readonly (readonly [number, string])[] = [
  [0, say.forever],
  [7, say.days7],
  [30, say.days30],
  [90, say.days90],
  [365, say.year],
];

interface CreateKeyProps {
  readonly workspace: Membership;
  readonly reload: () => Promise<void>;
  readonly onClose: () => void;
}

/** A form, then the key, shown once. */
export function CreateKey({ workspace, reload, onClose }: CreateKeyProps) {
  const { call } = useApi();
  const [secret, setSecret] = useState<string | null>(null);
  const action = useAction(async (form: FormData) => {
    const days = Number(form.get('days'));
    const { apiKey } = await call(
      'createApiKey',
      {
        name: String(form.get('name')).trim(),
        mode: String(form.get('mode')) as KeyMode,
        scopes: form.getAll('scopes') as Scope[],
        ...(days > 0 ? { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } : {}),
      },
      workspace.id,
    );
    setSecret(apiKey);
    await reload();
  });
  if (secret !== null) {
    const hint = say.secretHint;
    return <Secret title={say.yours} secret={secret} hint={hint} onClose={onClose} />;
  }
  return (
    <FormDialog title={say.title} action={action} submit={say.submit} onClose={onClose}>
      <KeyFields isBillingOnly={workspace.role === 'billing_only'} error={action.error} />
    </FormDialog>
  );
}

function KeyFields({ isBillingOnly, error }: { isBillingOnly: boolean; error: CallError | null }) {
  return (
    <>
      <TextField name="name" label={say.name} hint={say.nameHint} maxLength={80} error={error} />
      <fieldset className="field">
        <legend>{say.may}</legend>
        <div className="choices">
          {isBillingOnly ? (
            <Choice name="scopes" value="billing.manage" label={say.manage} isDefault />
          ) : (
            <>
              <Choice name="scopes" value="workspace.act" label={say.all} isDefault />
              <Choice name="scopes" value="workspace.read" label={say.read} />
              <Choice name="scopes" value="billing.manage" label={say.billing} />
            </>
          )}
        </div>
      </fieldset>
      <fieldset className="field">
        <legend>{say.mode}</legend>
        <div className="choices">
          <Choice name="mode" value="live" label={say.live} isDefault />
          <Choice name="mode" value="test" label={say.test} />
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="key-days">{say.works}</label>
        <select id="key-days" name="days" defaultValue="0">
          {LIFETIMES.map(([days, words]) => (
            <option key={days} value={days}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isDefault?: boolean;
}

function Choice({ name, value, label, isDefault = false }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name={name} value={value} defaultChecked={isDefault} />
      <span>{label}</span>
    </label>
  );
}
