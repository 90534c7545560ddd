import { inLanguages } from '../../../../domain/languages.ts';
import { useWords } from '../../../texts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { TextField } from '../../parts/text-field.tsx';
import type { Place } from './event-type.ts';

interface DetailWords {
  readonly label: string;
  readonly hint: string;
}

const made = (maker: string): DetailWords => ({
  label: 'Link to join',
  hint: `Leave it empty if a connected ${maker} calendar makes a link for each meeting.`,
});
const gemacht = (maker: string): DetailWords => ({
  label: 'Link zum Beitreten',
  hint: `Lassen Sie es leer, wenn ein verbundener Kalender von ${maker} für jeden Termin einen Link anlegt.`,
});

const detailWords = inLanguages<
  Readonly<Record<Place, DetailWords>> & { readonly address: string; readonly where: string }
>(
  {
    address: 'Enter a web address that begins with https://.',
    where: 'Say where guests find you.',
    google_meet: made('Google'),
    microsoft_teams: made('Microsoft'),
    phone: {
      label: 'Who calls which number',
      hint: 'Such as: Call me at +49 30 901820. Leave it empty, and guests give their number: you call them.',
    },
    in_person: { label: 'The place', hint: 'Address, floor, room: what guests need to find it.' },
    custom_link: { label: 'Link to join', hint: 'Guests get it when they book.' },
  },
  {
    address: 'Geben Sie eine Webadresse ein, die mit https:// beginnt.',
    where: 'Sagen Sie, wo Gäste Sie finden.',
    google_meet: gemacht('Google'),
    microsoft_teams: gemacht('Microsoft'),
    phone: {
      label: 'Wer ruft wen an',
      hint: 'Zum Beispiel: Rufen Sie mich unter +49 30 901820 an. Bleibt es leer, geben Gäste ihre Nummer an, und Sie rufen an.',
    },
    in_person: { label: 'Der Ort', hint: 'Adresse, Stockwerk, Raum: was Gäste brauchen, um ihn zu finden.' },
    custom_link: { label: 'Link zum Beitreten', hint: 'Gäste bekommen ihn, wenn sie buchen.' },
  },
);

interface PlaceDetailProps {
  readonly place: Place;
  readonly defaultValue: string;
  readonly error: CallError | null;
  /** it was sent empty, where it is needed */
  readonly isMissing?: boolean;
}

/** What a place needs besides its kind. */
export function PlaceDetail({ place, defaultValue, error, isMissing = false }: PlaceDetailProps) {
  const words = useWords(detailWords);
  const isWeb = place !== 'phone' && place !== 'in_person';
  return (
    <TextField
      key={place}
      name="locationDetail"
      label={words[place].label}
      hint={words[place].hint}
      wrong={isWeb ? words.address : undefined}
      missing={isMissing ? (isWeb ? words.address : words.where) : undefined}
      optional={place !== 'in_person' && place !== 'custom_link'}
      maxLength={500}
      defaultValue={defaultValue}
      error={error}
    />
  );
}
