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
    <FormDialog title="New workspace" action={action} submit="Create workspace" onClose={onClose}>
      <p className="small quiet">It has links, keys, seats and a plan of its own. You are its owner.</p>
      <TextField name="name" label="Name" hint="Your team or company." maxLength={80} error={action.error} />
    </FormDialog>
  );
}
