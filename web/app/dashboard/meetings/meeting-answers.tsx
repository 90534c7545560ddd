import { useId } from 'react';
import { Facts, Lines } from '../../../parts/facts.tsx';
import { useWords } from '../../../texts/locale.ts';
import type { MeetingDetail } from './meeting.ts';
import { meetingWords } from './meeting-words.ts';

/** What the guest answered, by question. Nothing is drawn of an event that asks nothing. */
export function MeetingAnswers({ meeting: { formAnswers } }: { readonly meeting: MeetingDetail }) {
  const words = useWords(meetingWords);
  const id = useId();
  if (formAnswers.length === 0) return null;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.answers}</h2>
      <Facts
        facts={formAnswers.map(({ label, display }) => ({ label, value: <Lines lines={display.split('\n')} /> }))}
      />
    </section>
  );
}
