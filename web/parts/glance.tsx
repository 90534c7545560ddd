import type { ReactNode } from 'react';
import { factWords } from '../../texts/en/pages/frame.ts';
import { Day, What } from './facts.tsx';
import { useWords } from './locale.ts';
import type { MeetingTime } from './meeting-time.ts';

interface GlanceProps {
  readonly event: string;
  readonly host: string;
  /** null: the guest must choose another time first */
  readonly time: MeetingTime | null;
  readonly place: string;
}

/** What, when and where as one line of text: the form below it begins on the first screen of a phone. */
export function Glance({ event, host, time, place }: GlanceProps) {
  const words = useWords(factWords);
  return (
    <ul className="glance">
      <Part label={words.what}>
        <What event={event} host={host} />
      </Part>
      {time !== null && (
        <Part label={words.when}>
          <time dateTime={time.startUtc}>
            <strong>
              <Day words={time.day} />, <span className="nowrap">{time.range}</span>
            </strong>{' '}
            ({time.zone})
          </time>
        </Part>
      )}
      <Part label={words.where}>{place}</Part>
    </ul>
  );
}

/** The label is for screen readers: a reader sees what each part is. */
function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <span className="vh">{label}: </span>
      {children}
    </li>
  );
}
