import type { ReactNode } from 'react';
import type { MeetingTime } from './meeting-time.ts';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

/** What is known of a meeting, as label and value. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, strong = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={strong ? 'strong' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Day, range and zone on lines of their own: the three things that go wrong. */
export function When({ time, was = false }: { time: MeetingTime; was?: boolean }) {
  return (
    <time dateTime={time.startUtc} className={was ? 'was' : undefined}>
      {time.day}
      <br />
      {time.range}
      <br />
      <span className="quiet small">{time.zone}</span>
    </time>
  );
}

/** A link if it is one, else words. */
export function Place({ words, link }: { words: string; link: string | null }) {
  if (link === null) return words;
  return (
    <>
      {words}
      <br />
      <a href={link} rel="noreferrer">
        {link}
      </a>
    </>
  );
}
