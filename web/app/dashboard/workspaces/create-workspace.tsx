import { createWorkspaceWords as say } from '../../../../texts/en/dashboard/workspaces.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { homeOf } from './choice.ts';

export function CreateWorkspace({ onClose }: { onClose: () => void }) {
  const { call } = useApi();
  const action = useAction(async (form: FormData) => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { workspace } = await call('createWorkspace', { name: String(form.get('name')).trim(), timezone });
    location.assign(homeOf(workspace));
  });
  return (
    <FormDialog title={say.title} action={action} submit={say.submit} onClose={onClose}>
      <p className="small quiet">{say.text}</p>
      <TextField name={'name'} label={say.name} hint={say.hint} maxLength={80} error={action.error} />
    </FormDialog>
  );
}
