import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { TextField } from '../../parts/text-field.tsx';
import { type EventType, withScheme } from './event-type.ts';

const say = pageWords(
  {
    noLink: 'Guests get no link to join: this event names none.',
    addLink: 'Add a link',
    link: 'Link to join',
    linkHint: 'Guests get it when they book, and in their mails. Meetings that are booked already stay as they are.',
    linkWrong: 'Enter a web address that begins with https://.',
    noCall: 'Guests do not know who calls whom.',
    addCall: 'Say who calls',
    call: 'Who calls which number',
    callHint:
      'Such as: Call me at +49 30 901820. Guests read it when they book. Meetings that are booked already stay as they are.',
    save: 'Save',
  },
  {
    noLink: 'Gäste bekommen keinen Link zum Beitreten: Diese Terminart nennt keinen.',
    addLink: 'Link hinzufügen',
    link: 'Link zum Beitreten',
    linkHint: 'Gäste bekommen ihn bei der Buchung und in ihren Mails. Schon gebuchte Termine bleiben, wie sie sind.',
    linkWrong: 'Geben Sie eine Webadresse ein, die mit https:// beginnt.',
    noCall: 'Gäste wissen nicht, wer wen anruft.',
    addCall: 'Sagen, wer anruft',
    call: 'Wer welche Nummer anruft',
    callHint:
      'Zum Beispiel: Rufen Sie mich an unter +49 30 901820. Gäste lesen es bei der Buchung. Schon gebuchte Termine bleiben, wie sie sind.',
    save: 'Speichern',
  },
);

/** The API's notice about missing join details, as a text for people. */
const LINK = {
  missing: say.noLink,
  verb: say.addLink,
  label: say.link,
  hint: say.linkHint,
  wrong: say.linkWrong,
} as const;
const CALL = {
  missing: say.noCall,
  verb: say.addCall,
  label: say.call,
  hint: say.callHint,
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
    <FormDialog title={`${words.verb}: ${event.name}`} action={action} submit={say.save} onClose={onClose}>
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
