import type { ReactNode } from 'react';
import { PACK_HEADINGS } from '../../domain/prep/pack-layout.ts';
import { Notice } from './notice.tsx';
import { Claims, listed, Part, type PrepAnswer, type PrepClaim, Row, Said, TAGS } from './prep-claims.tsx';

/** A pack as its page shows it. What stands where, the pack itself says. */
export interface PrepPack {
  /** null: a pack of before packs had one */
  readonly purpose: string | null;
  /** what to check before anything else, such as a domain that does not exist */
  readonly checkFirst: readonly string[];
  /** the first lines; `answer`: the guest's whole answer that one tells; empty: a pack of before packs had them, so all stands below */
  readonly inShort: readonly {
    readonly label: string;
    readonly words: string;
    readonly from: string;
    readonly answer: string | null;
  }[];
  /** label null: the heading says what it is */
  readonly notes: readonly { readonly label: string | null; readonly words: string }[];
  readonly questions: readonly { readonly text: string; readonly quote: PrepAnswer | null }[];
  readonly said: { readonly heading: string; readonly answers: readonly PrepAnswer[] };
  readonly who: readonly PrepClaim[];
  readonly company: { readonly heading: string; readonly facts: readonly PrepClaim[] };
  readonly speakFrom: readonly string[];
  readonly doNotSay: readonly string[];
  readonly closer: string;
  /** how the company runs its mail and site: read by few, so it stands last */
  readonly records: readonly PrepClaim[];
}

interface Sections {
  readonly pack: PrepPack;
  /** what the pack lacks of the company, and why */
  readonly missing: ReactNode;
}

/** The content of a pack, in the order of its text (`PACK_HEADINGS`). On a wide screen two parts stand beside each other. Words of strangers are text, never links. */
export function PackSections({ pack, missing }: Sections) {
  const { checkFirst, inShort, notes, records } = pack;
  return (
    <>
      {checkFirst.length > 0 && (
        <Notice notice={{ tone: 'warning', title: PACK_HEADINGS.checkFirst }}>
          <ul>{listed(checkFirst)}</ul>
        </Notice>
      )}
      <div className="prep-parts">
        {inShort.length + notes.length > 0 && (
          <div className="first">
            {inShort.length > 0 && <InShort inShort={inShort} />}
            {notes.length > 0 && <Notes notes={notes} />}
          </div>
        )}
        <Talk pack={pack} />
        <People pack={pack} missing={missing} />
        <Guide pack={pack} />
      </div>
      {records.length > 0 && (
        <details className="looked">
          <summary>{PACK_HEADINGS.records}</summary>
          <Claims claims={records} />
        </details>
      )}
    </>
  );
}

const InShort = ({ inShort }: Pick<PrepPack, 'inShort'>) => (
  <Part title={PACK_HEADINGS.short}>
    <dl className="claims">
      {inShort.map(({ label, words, from, answer }) => (
        <Row key={label} label={label} from={from}>
          {answer === null ? words : <Said words={answer} />}
        </Row>
      ))}
    </dl>
  </Part>
);

const Notes = ({ notes }: Pick<PrepPack, 'notes'>) => (
  <Part title={PACK_HEADINGS.notes}>
    {notes.map(({ label, words }) => (
      <p key={label} dir="auto">
        {label !== null && <span className="quiet">{label}: </span>}
        {words}
      </p>
    ))}
  </Part>
);

const Answers = ({ answers }: { readonly answers: readonly PrepAnswer[] }) => (
  <dl className="claims answers">
    {answers.map(({ label, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and two may be alike
      <Row key={index} label={label} from={TAGS.guest}>
        <Said words={value} />
      </Row>
    ))}
  </dl>
);

/** What to ask, and what they wrote. */
function Talk({ pack: { questions, said } }: Pick<Sections, 'pack'>) {
  if (questions.length + said.answers.length === 0) return null;
  return (
    <div>
      {questions.length > 0 && (
        <Part title={PACK_HEADINGS.ask}>
          <ol className="asks">
            {questions.map(({ text, quote }) => (
              <li key={text} dir="auto">
                {text}
                {quote !== null && <Answers answers={[quote]} />}
              </li>
            ))}
          </ol>
        </Part>
      )}
      {said.answers.length > 0 && (
        <Part title={said.heading}>
          <Answers answers={said.answers} />
        </Part>
      )}
    </div>
  );
}

/** Who comes, and where they work. */
function People({ pack: { who, company }, missing }: Sections) {
  const hasCompany = company.facts.length > 0 || missing !== null;
  if (who.length === 0 && !hasCompany) return null;
  return (
    <div>
      {who.length > 0 && (
        <Part title={PACK_HEADINGS.who}>
          <Claims claims={who} />
        </Part>
      )}
      {hasCompany && (
        <Part title={company.heading}>
          {company.facts.length > 0 && <Claims claims={company.facts} />}
          {missing}
        </Part>
      )}
    </div>
  );
}

/** How to speak, what not to say, how to end. */
function Guide({ pack: { speakFrom, doNotSay, closer } }: Pick<Sections, 'pack'>) {
  if (speakFrom.length + doNotSay.length === 0 && closer === '') return null;
  return (
    <div>
      {speakFrom.length > 0 && (
        <Part title={PACK_HEADINGS.speakFrom}>
          <ul className="points">{listed(speakFrom)}</ul>
        </Part>
      )}
      {doNotSay.length > 0 && (
        <Part title={PACK_HEADINGS.doNotSay}>
          <ul className="points locks">{listed(doNotSay)}</ul>
        </Part>
      )}
      {closer !== '' && (
        <Part title={PACK_HEADINGS.close}>
          <p dir="auto">{closer}</p>
        </Part>
      )}
    </div>
  );
}
