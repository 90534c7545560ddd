import { useState } from 'react';
import type { KeyMode, Scope } from '../../../../schemas/shapes/access.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Secret } from '../../parts/secret.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Membership } from '../workspaces/choice.ts';

const say = pageWords(
  {
    forever: 'until it is revoked',
    days7: '7 days',
    days30: '30 days',
    days90: '90 days',
    year: 'a year',
    secretHint: 'Send it as Authorization: Bearer, or set HOLDFAST_API_KEY for the command line tool.',
    yours: 'Your new key',
    title: 'New key',
    submit: 'Create key',
    name: 'Name',
    nameHint: 'Who or what will use it.',
    may: 'What it may do',
    manage: 'Manage billing',
    all: 'All that you may do',
    read: 'Read only',
    billing: 'Billing only',
    mode: 'Mode',
    live: 'Live',
    test: 'Test: mail is kept, not sent; times are really taken',
    works: 'It works',
  },
  {
    forever: 'bis er widerrufen wird',
    days7: '7 Tage',
    days30: '30 Tage',
    days90: '90 Tage',
    year: 'ein Jahr',
    secretHint:
      'Senden Sie ihn als Authorization: Bearer, oder setzen Sie HOLDFAST_API_KEY für das Kommandozeilenprogramm.',
    yours: 'Ihr neuer Schlüssel',
    title: 'Neuer Schlüssel',
    submit: 'Schlüssel anlegen',
    name: 'Name',
    nameHint: 'Wer oder was ihn benutzt.',
    may: 'Was er darf',
    manage: 'Abrechnung verwalten',
    all: 'Alles, was Sie dürfen',
    read: 'Nur lesen',
    billing: 'Nur Abrechnung',
    mode: 'Modus',
    live: 'Echt',
    test: 'Test: Mails werden aufbewahrt statt gesendet; Zeiten sind wirklich belegt',
    works: 'Er gilt',
  },
);

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
