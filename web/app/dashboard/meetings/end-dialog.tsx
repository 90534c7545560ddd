import { actWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Acts } from './acts-context.ts';
import type { AnyMeeting } from './meeting.ts';
import { useGuestName } from './use-guest-name.ts';

interface EndDialogProps {
  readonly act: 'decline' | 'cancel' | 'noShow';
  readonly meeting: AnyMeeting;
  readonly finish: Acts['finish'];
  readonly onClose: () => void;
}

const OPERATIONS = { decline: 'declineBooking', cancel: 'cancelBooking', noShow: 'markNoShow' } as const;

/** Asks before a meeting or a request ends. The guest may be told why; of a no-show nobody is told. */
export function EndDialog({ act, meeting, finish, onClose }: EndDialogProps) {
  const words = useWords(actWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const guest = useGuestName(meeting);
  const isTold = act !== 'noShow';
  const action = useAction((form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim();
    const input = { bookingId: meeting.id, ...(isTold && reason !== '' && { reason }) };
    const takeBack = () => call('markNoShow', { bookingId: meeting.id, noShow: false }, workspace.id);
    return finish(
      words.done[act](guest),
      () => call(OPERATIONS[act], input, workspace.id),
      isTold ? undefined : takeBack,
    );
  });
  const { title, text, verb } = words[act];
  return (
    <FormDialog title={title(guest)} action={action} submit={verb} close={words.back} onClose={onClose}>
      <p>{text}</p>
      {isTold && (
        <TextField
          name="reason"
          label={words.note}
          hint={words.noteHint}
          optional
          maxLength={500}
          error={action.error}
        />
      )}
    </FormDialog>
  );
}
