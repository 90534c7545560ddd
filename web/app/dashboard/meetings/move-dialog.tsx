import { useState } from 'react';
import { actWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Acts } from './acts-context.ts';
import { type AnyMeeting, waits } from './meeting.ts';
import { OpenDays } from './open-days.tsx';
import { OpenTimes } from './open-times.tsx';
import { hostTime } from './their-time.ts';
import { useGuestName } from './use-guest-name.ts';
import { useOpenDays, useOpenTimes } from './use-open-times.ts';

interface MoveDialogProps {
  readonly meeting: AnyMeeting;
  readonly finish: Acts['finish'];
  readonly onClose: () => void;
}

/** Moves a meeting to a time that is open for all its hosts: first the day, then the time. */
export function MoveDialog({ meeting, finish, onClose }: MoveDialogProps) {
  const words = useWords(actWords);
  const locale = useLocale();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const guest = useGuestName(meeting);
  const [asked, setAsked] = useState<string | null>(null);
  const days = useOpenDays(meeting);
  const date = asked ?? (days.state.status === 'ready' ? dayFirst(days.state.data, meeting) : null);
  const times = useOpenTimes(meeting, date);
  const move = useAction(async (form: FormData) => {
    const startAt = String(form.get('startAt') ?? '');
    const reason = String(form.get('reason') ?? '').trim();
    const input = { bookingId: meeting.id, startAt, ...(reason !== '' && { reason }) };
    try {
      await finish(words.done.move(guest), () => call('rescheduleBooking', input, workspace.id));
    } catch (failure) {
      // Somebody may have taken it.
      void times.reload();
      throw failure;
    }
  });
  const hasTimes = days.state.status === 'ready' && date !== null;
  const now = hostTime(meeting, locale);
  const title = waits(meeting) ? words.move.titleOfRequest : words.move.title;
  return (
    <FormDialog title={title(guest)} action={move} submit={words.move.verb} close={words.back} onClose={onClose}>
      <p className="small">
        {words.move.now} {now.day}, {now.range} <span className="quiet">({now.zone})</span>
      </p>
      <LoadState {...days} what={words.move.loading}>
        {(open) =>
          date === null ? (
            <p className="empty">{words.move.noDay}</p>
          ) : (
            <>
              <OpenDays days={open} date={date} onChoose={setAsked} />
              <LoadState {...times} what={words.move.loading}>
                {(day) => day && <OpenTimes key={date} meeting={meeting} day={day} onChoose={setAsked} />}
              </LoadState>
            </>
          )
        }
      </LoadState>
      {hasTimes && (
        <TextField name="reason" label={words.note} hint={words.noteHint} optional maxLength={500} error={move.error} />
      )}
      <p className="small quiet move-told">{words.move.told}</p>
    </FormDialog>
  );
}

/** The day of the meeting if it has other times, else the first open one; null: none is. */
const dayFirst = (days: readonly string[], { local }: AnyMeeting): string | null =>
  days.find((day) => day === local.dateLocal) ?? days[0] ?? null;
