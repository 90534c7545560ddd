import { useState } from 'react';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { useLocale } from '../../../parts/locale.ts';
import { placeWords } from '../../../parts/place-words.ts';
import type { Call, CallError, OutputOf } from '../../data/call.ts';
import { detailOf, type EventType, type Place } from '../event-types/event-type.ts';
import { SelectField } from '../event-types/fields.tsx';
import { PlaceDetail } from '../event-types/place-detail.tsx';

/** Those that need no calendar. */
const FIRST_PLACES: readonly Place[] = ['phone', 'custom_link', 'in_person'];

/** The one event type of a host. null: they have several, or it can't be read; nothing is asked then. */
export async function onlyEventOf(call: Call, hostUserId: string, workspaceId: string): Promise<EventType | null> {
  try {
    const { eventTypes } = await call('listHostEventTypes', { hostUserId, limit: 2 }, workspaceId);
    const [only, further] = eventTypes;
    if (!only || further || only.team) return null;
    return (await call('getEventType', { eventTypeId: only.id }, workspaceId)).eventType;
  } catch {
    return null;
  }
}

/** Where the first event type takes place. An own link that nobody entered yet counts as not chosen. */
const firstPlace = ({ locationType, locationDetail }: EventType): Place =>
  locationType === 'custom_link' && locationDetail === null ? 'phone' : locationType;

interface PlaceChoiceProps {
  readonly event: EventType;
  readonly error: CallError | null;
  /** it was sent without an address or a link */
  readonly isOpen: boolean;
}

/** "Where do you meet?": begins with what works without another fact. */
export function PlaceChoice({ event, error, isOpen }: PlaceChoiceProps) {
  const locale = useLocale();
  const first = firstPlace(event);
  const [place, setPlace] = useState(first);
  const places = FIRST_PLACES.includes(first) ? FIRST_PLACES : [first, ...FIRST_PLACES];
  const isOwn = place === event.locationType;
  return (
    <>
      <SelectField
        name="locationType"
        label={words.place}
        hint={place === 'phone' ? words.phoneHint : undefined}
        options={places.map((value) => ({ value, label: words.places[value] ?? placeWords(value, locale) }))}
        value={place}
        onChange={(value) => setPlace(value as Place)}
      />
      {(place === 'custom_link' || place === 'in_person' || (isOwn && event.locationDetail !== null)) && (
        <PlaceDetail
          place={place}
          defaultValue={isOwn ? (event.locationDetail ?? '') : ''}
          error={error}
          isMissing={isOpen}
        />
      )}
    </>
  );
}

type Change = Pick<OutputOf<'getEventType'>['eventType'], 'locationType' | 'locationDetail'>;

/** What was chosen; null: it is so already. */
export function placeChange(event: EventType, form: FormData): Change | null {
  const locationType = String(form.get('locationType')) as Place;
  const locationDetail = detailOf(locationType, String(form.get('locationDetail') ?? ''));
  const isSame = locationType === event.locationType && locationDetail === event.locationDetail;
  return isSame ? null : { locationType, locationDetail };
}
