import type { ReactNode } from 'react';
import { factWords } from '../../texts/en/pages/frame.ts';
import { Fill } from './fill.tsx';
import { useWords } from './locale.ts';
import type { MeetingTime } from './meeting-time.ts';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

/** The facts of a meeting, as label and value. */
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

/** Day, range and zone on separate lines: the three that go wrong. */
export function When({ time, was = false }: { time: MeetingTime; was?: boolean }) {
  return (
    <time dateTime={time.startUtc} className={was ? 'was' : undefined}>
      <Day words={time.day} />
      <br />
      {time.range}
      <br />
      <span className="quiet small">{time.zone}</span>
    </time>
  );
}

/** "Dienstag, 24. November 2026": a line may break after the weekday, not before the year. */
export function Day({ words }: { words: string }) {
  const [, weekday = '', date = words] = /^(\p{L}+, )(.+)$/u.exec(words) ?? [];
  return (
    <>
      {weekday}
      <span className="nowrap">{date}</span>
    </>
  );
}

/** Typed texts: each on its own lines, in its own direction, with its line breaks. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and two may be alike
    <span key={index} dir="auto" className="line prewrap">
      {line}
    </span>
  ));
}

/** A link if it is one, else text. */
export function Place({ words, link }: { words: string; link: string | null }) {
  if (link === null) return <span dir="auto">{words}</span>;
  return (
    <>
      <bdi>{words}</bdi>
      <br />
      <a href={link} rel="noreferrer">
        {link}
      </a>
    </>
  );
}

/** "Intro call with Ada Lovelace", each name in its own direction. */
export function What({ event, host }: { event: string; host: string }) {
  const words = useWords(factWords);
  return <Fill text={words.with} parts={{ event: <bdi>{event}</bdi>, host: <bdi>{host}</bdi> }} />;
}
