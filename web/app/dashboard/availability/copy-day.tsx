import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFirstDay } from '../workspaces/dashboard-context.ts';
import { WEEKDAYS, type Weekday, weekdaysFrom } from './week.ts';

const WEEKEND: readonly Weekday[] = ['saturday', 'sunday'];

interface CopyDayProps {
  readonly day: Weekday;
  readonly onCopy: (days: readonly Weekday[]) => void;
  readonly onClose: () => void;
}

/** The hours of one day on others, too; working days are chosen to begin with. */
export function CopyDay({ day, onCopy, onClose }: CopyDayProps) {
  const words = useWords(availabilityWords);
  const copy = useAction(async (form: FormData) => {
    onCopy(WEEKDAYS.filter((one) => form.has(one)));
    onClose();
  });
  return (
    <FormDialog title={words.copyTitle(words[day])} action={copy} submit={words.copyVerb} hidesCall onClose={onClose}>
      {weekdaysFrom(useFirstDay())
        .filter((one) => one !== day)
        .map((one) => (
          <label className="choice" key={one}>
            <input type="checkbox" name={one} defaultChecked={!WEEKEND.includes(one)} />
            <span>{words[one]}</span>
          </label>
        ))}
    </FormDialog>
  );
}
