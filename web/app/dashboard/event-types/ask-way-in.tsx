import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type EventType, withScheme } from './event-type.ts';

/** The API's notice about missing join details, as a text for people. */
const LINK = {
  missing: 'Guests get no link to join: this event names none.',
  verb: 'Add a link',
  label: 'Link to join',
  hint: 'Guests get it when they book, and in their mails. Meetings that are booked already stay as they are.',
  wrong: 'Enter a web address that begins with https://.',
} as const;
const CALL = {
  missing: 'Guests do not know who calls whom.',
  verb: 'Say who calls',
  label: 'Who calls which number',
  hint: 'Such as: Call me at +49 30 901820. Guests read it when they book. Meetings that are booked already stay as they are.',
  wrong: undefined,
} as const;

/** What guests of an event miss, and the title of the form for it. */
export const wayInWords = ({ locationType }: Pick<EventType, 'locationType'>) =>
  locationType === 'phone' ? CALL : LINK;

interface AskWayInProps {
  readonly event: EventType;
  readonly save: (locationDetail: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A form for the one setting that guests miss. */
export function AskWayIn({ event, save, onClose }: AskWayInProps) {
  const words = wayInWords(event);
  const action = useAction(async (form: FormData) => {
    const typed = String(form.get('locationDetail')).trim();
    await save(words === LINK ? withScheme(typed) : typed);
    onClose();
  });
  return (
    <FormDialog title={`${words.verb}: ${event.name}`} action={action} submit="Save" onClose={onClose}>
      <TextField
        name="locationDetail"
        label={words.label}
        hint={words.hint}
        wrong={words.wrong}
        maxLength={500}
        error={action.error}
      />
    </FormDialog>
  );
}
