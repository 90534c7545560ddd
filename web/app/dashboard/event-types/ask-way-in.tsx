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
    save: 'Save',
  },
  {
    noLink: 'Gäste bekommen keinen Link zum Beitreten: Diese Terminart nennt keinen.',
    addLink: 'Link hinzufügen',
    link: 'Link zum Beitreten',
    linkHint: 'Gäste bekommen ihn bei der Buchung und in ihren Mails. Schon gebuchte Termine bleiben, wie sie sind.',
    linkWrong: 'Geben Sie eine Webadresse ein, die mit https:// beginnt.',
    save: 'Speichern',
  },
);

/** What guests of an event miss, and the title of the form for it: the API's notice about a link, as a text for people. */
export const wayInWords = { missing: say.noLink, verb: say.addLink } as const;

interface AskWayInProps {
  readonly event: EventType;
  readonly save: (locationDetail: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A form for the one setting that guests miss. */
export function AskWayIn({ event, save, onClose }: AskWayInProps) {
  const action = useAction(async (form: FormData) => {
    await save(withScheme(String(form.get('locationDetail')).trim()));
    onClose();
  });
  return (
    <FormDialog title={`${say.addLink}: ${event.name}`} action={action} submit={say.save} onClose={onClose}>
      <TextField
        name="locationDetail"
        label={say.link}
        hint={say.linkHint}
        wrong={say.linkWrong}
        maxLength={500}
        error={action.error}
      />
    </FormDialog>
  );
}
