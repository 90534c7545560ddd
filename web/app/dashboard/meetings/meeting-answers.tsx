import { useId } from 'react';
import { GUEST_NUMBER_KEY } from '../../../../domain/forms/guest-number.ts';
import { E164 } from '../../../../domain/forms/text-limits.ts';
import { meetingWords } from '../../../../texts/en/dashboard/meetings.ts';
import { Facts, Lines } from '../../../parts/facts.tsx';
import { useWords } from '../../../parts/locale.ts';
import type { MeetingDetail } from './meeting.ts';

/** What the guest answered, by question. Nothing is drawn of an event that asks nothing. */
export function MeetingAnswers({ meeting: { formAnswers } }: { readonly meeting: MeetingDetail }) {
  const words = useWords(meetingWords);
  const id = useId();
  if (formAnswers.length === 0) return null;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.answers}</h2>
      <Facts
        facts={formAnswers.map(({ key, label, display }) => ({
          // Its label was the question to the guest.
          label: key === GUEST_NUMBER_KEY ? words.number : label,
          value: E164.test(display) ? <a href={`tel:${display}`}>{display}</a> : <Lines lines={display.split('\n')} />,
        }))}
      />
    </section>
  );
}
