import { useState } from 'react';
import type { Scope } from '../../../../schemas/shapes/access.ts';
import { createSeatWords as say } from '../../../../texts/en/dashboard/access.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Secret } from '../../parts/secret.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Membership } from '../workspaces/choice.ts';

interface CreateSeatProps {
  readonly workspace: Membership;
  readonly reload: () => Promise<void>;
  readonly onClose: () => void;
}

/** A form, then the seat's key, shown once. */
export function CreateSeat({ workspace, reload, onClose }: CreateSeatProps) {
  const { call } = useApi();
  const [made, setMade] = useState<{ displayName: string; apiKey: string } | null>(null);
  const action = useAction(async (form: FormData) => {
    const agentEmail = String(form.get('agentEmail')).trim();
    const displayName = String(form.get('displayName')).trim();
    const scopes = [String(form.get('scopes')) as Scope];
    const request = { displayName, scopes, ...(agentEmail === '' ? {} : { agentEmail }) };
    setMade(await call('createAgentSeat', request, workspace.id));
    await reload();
  });
  if (made !== null) {
    const hint = say.secretHint;
    return <Secret title={say.keyOf(made.displayName)} secret={made.apiKey} hint={hint} onClose={onClose} />;
  }
  return (
    <FormDialog title={say.title} action={action} submit={say.submit} onClose={onClose}>
      <TextField name="displayName" label={say.name} hint={say.hint} maxLength={80} error={action.error} />
      <div className="field">
        <label htmlFor="seat-scopes">{say.may}</label>
        <select id="seat-scopes" name="scopes" defaultValue="workspace.act">
          <option value="workspace.act">{say.all}</option>
          <option value="workspace.read">{say.read}</option>
        </select>
      </div>
      <TextField name="agentEmail" label={say.email} type="email" optional maxLength={254} error={action.error} />
    </FormDialog>
  );
}
