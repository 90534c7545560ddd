import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { WEEKDAYS } from './week.ts';

/** Working days from nine to five, to begin with. */
const USUAL = [{ days: WEEKDAYS.slice(0, 5), start: '09:00', end: '17:00' }];

/** One more schedule of the signed-in person, in the browser's zone. It is opened. */
export function NewSchedule({ onCreated }: { readonly onCreated: () => Promise<void> }) {
  const words = useWords(availabilityWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const navigate = useNavigate();
  const toast = useToast();
  const [naming, setNaming] = useState(false);
  const create = useAction(async (form: FormData) => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const name = String(form.get('name'));
    const { id } = await call('createSchedule', { name, timezone, weeklyHours: USUAL }, workspace.id);
    setNaming(false);
    await onCreated();
    await navigate({ to: '/availability/$scheduleId', params: { scheduleId: id } });
    toast(words.created(name));
  });
  return (
    <>
      <button type="button" className="button second compact" onClick={() => setNaming(true)}>
        {words.newSchedule}
      </button>
      {naming && (
        <FormDialog
          title={words.newSchedule}
          action={create}
          submit={words.create}
          onClose={() => {
            create.forget();
            setNaming(false);
          }}
        >
          <TextField name="name" label={words.name} hint={words.nameHint} maxLength={80} error={create.error} />
        </FormDialog>
      )}
    </>
  );
}
