import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { TextField } from '../../parts/text-field.tsx';
import { homeOf } from './choice.ts';

const say = pageWords(
  {
    title: 'New workspace',
    submit: 'Create workspace',
    text: 'It has links, keys, seats and a plan of its own. You are its owner.',
    name: 'Name',
    hint: 'Your team or company.',
  },
  {
    title: 'Neuer Arbeitsbereich',
    submit: 'Arbeitsbereich anlegen',
    text: 'Er hat eigene Links, Schlüssel, Plätze und einen eigenen Tarif. Er gehört Ihnen.',
    name: 'Name',
    hint: 'Ihr Team oder Unternehmen.',
  },
);

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
