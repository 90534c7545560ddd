import { type ReactNode, useId } from 'react';
import { prepWords } from '../../texts/en/pages/prep.ts';
import { useLocale, useWords } from './locale.ts';

/** One thing that the pack says, and whose word it is. */
export interface PrepClaim {
  readonly label: string;
  /** strangers' words are in “quotes” */
  readonly words: string;
  readonly tag: 'estimate' | 'source' | 'host' | 'guest';
  /** the host of the page, or "DNS"; null: no page says it */
  readonly source: string | null;
}

/** An answer of the form. */
export interface PrepAnswer {
  readonly label: string;
  readonly value: string;
}

/** Longer answers are cut on paper and folded on the screen: one guest can't fill ten sheets. */
const MOST_CHARACTERS = 600;

export const TAGS: Readonly<Record<PrepClaim['tag'], string>> = {
  guest: 'guest',
  host: 'your records',
  estimate: 'estimate',
  source: 'source',
};

export const nameOf = ({ source, tag }: PrepClaim): string => source ?? TAGS[tag];

export function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export const listed = (texts: readonly string[]): ReactNode =>
  texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and two may be alike
    <li key={index} dir="auto">
      {text}
    </li>
  ));

interface RowProps {
  readonly label: string;
  /** whose word it is; absent: the part says it */
  readonly from?: string;
  readonly children: ReactNode;
}

export function Row({ label, from = '', children }: RowProps) {
  return (
    <div>
      <dt dir="auto">{label}</dt>
      <dd>
        <bdi>{children}</bdi>{' '}
        {from !== '' && (
          <span className="from">
            <span className="vh">, from: </span>
            {from}
          </span>
        )}
      </dd>
    </div>
  );
}

interface ClaimsProps {
  readonly claims: readonly PrepClaim[];
}

export const Claims = ({ claims }: ClaimsProps) => (
  <dl className="claims">
    {claims.map((claim, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
      <Row key={index} label={claim.label} from={nameOf(claim)}>
        {claim.words}
      </Row>
    ))}
  </dl>
);

export function Said({ words }: { readonly words: string }) {
  const { language } = useLocale();
  const { rest } = useWords(prepWords);
  const characters = [...words];
  if (characters.length <= MOST_CHARACTERS) return <q>{words}</q>;
  return (
    <>
      <q>{characters.slice(0, MOST_CHARACTERS).join('')}…</q>
      <details>
        <summary lang={language}>{rest}</summary>
        <q>…{characters.slice(MOST_CHARACTERS).join('')}</q>
      </details>
    </>
  );
}
