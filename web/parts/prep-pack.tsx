import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { ClaimRows, Claims, listed, nameOf, Part, type PrepClaim, Row, Said, TAGS } from './prep-claims.tsx';

/** An answer of the form. */
interface PrepAnswer {
  readonly label: string;
  readonly value: string;
}

export interface PrepPack {
  /** null: a pack of before packs had one */
  readonly purpose: string | null;
  /** what to check before anything else, such as a domain that does not exist */
  readonly checkFirst: readonly string[];
  /** the first lines; empty: a pack of before packs had them, so all stands below */
  readonly inShort: readonly { readonly label: string; readonly words: string; readonly from: readonly PrepClaim[] }[];
  /** what the first lines do not say */
  readonly guest: {
    readonly name: string | null;
    readonly title: string | null;
    readonly email: string | null;
    readonly linkedin: string | null;
    readonly kindOfAddress: string | null;
    readonly alsoInvited: readonly string[];
  };
  readonly history: readonly PrepClaim[];
  readonly saidHeading: string;
  readonly answers: readonly PrepAnswer[];
  readonly notes: string | null;
  /** about the last meeting with this guest */
  readonly lastNotes: string | null;
  readonly company: { readonly heading: string; readonly domain: string; readonly facts: readonly PrepClaim[] };
  /** how the company runs its mail and site: read by few, so it stands last */
  readonly background: readonly PrepClaim[];
  readonly questions: readonly { readonly text: string; readonly quote: PrepAnswer | null }[];
  readonly speakFrom: readonly string[];
  readonly doNotSay: readonly string[];
  readonly closer: string;
}

interface Sections {
  readonly pack: PrepPack;
  /** what the pack lacks of the company, and why */
  readonly missing: ReactNode;
}

/**
 * The content of a pack, in the order of its text: the first lines, what to ask, what else they wrote, who comes, their company, how to speak.
 * Each fact stands once. On a wide screen two parts stand beside each other. Words of strangers are text, never links.
 */
export function PackSections({ pack, missing }: Sections) {
  const { notes, lastNotes, background, inShort } = pack;
  const hasNotes = notes !== null || lastNotes !== null;
  return (
    <>
      {pack.checkFirst.length > 0 && (
        <Notice notice={{ tone: 'warning', title: 'Check this first' }}>
          <ul>{listed(pack.checkFirst)}</ul>
        </Notice>
      )}
      <div className="prep-parts">
        {(inShort.length > 0 || hasNotes) && (
          <div className="first">
            {inShort.length > 0 && <InShort inShort={inShort} />}
            {hasNotes && (
              <Part title="Your notes">
                {notes !== null && <p dir="auto">{notes}</p>}
                {lastNotes !== null && (
                  <p dir="auto">
                    <span className="quiet">Of last time: </span>
                    {lastNotes}
                  </p>
                )}
              </Part>
            )}
          </div>
        )}
        <Talk pack={pack} />
        <People pack={pack} missing={missing} />
        <Guide pack={pack} />
      </div>
      {background.length > 0 && (
        <details className="looked">
          <summary>What else its records say</summary>
          <Claims claims={background} />
        </details>
      )}
    </>
  );
}

function InShort({ inShort }: Pick<PrepPack, 'inShort'>) {
  return (
    <Part title="In short">
      <dl className="claims">
        {inShort.map(({ label, words, from }) => (
          <Row key={label} label={label} from={[...new Set(from.map(nameOf))].join(', ')}>
            {words}
          </Row>
        ))}
      </dl>
    </Part>
  );
}

/** What to ask, and what they wrote. */
function Talk({ pack: { questions, answers, saidHeading } }: Pick<Sections, 'pack'>) {
  if (questions.length + answers.length === 0) return null;
  return (
    <div>
      {questions.length > 0 && (
        <Part title="Ask">
          <ol className="asks">
            {questions.map(({ text, quote }) => (
              <li key={text} dir="auto">
                {text}
                {quote !== null && (
                  <dl className="claims answers">
                    <Row label={quote.label} from={TAGS.guest}>
                      <Said words={quote.value} />
                    </Row>
                  </dl>
                )}
              </li>
            ))}
          </ol>
        </Part>
      )}
      {answers.length > 0 && <Answers title={saidHeading} answers={answers} />}
    </div>
  );
}

function People({ pack, missing }: Sections) {
  const { company } = pack;
  const hasCompany =
    company.facts.length > 0 || missing !== null || (pack.inShort.length === 0 && company.domain !== '');
  return (
    <div>
      <Who pack={pack} />
      {hasCompany && <Company pack={pack} missing={missing} />}
    </div>
  );
}

/** How to speak, what not to say, how to end. */
function Guide({ pack: { speakFrom, doNotSay, closer } }: Pick<Sections, 'pack'>) {
  if (speakFrom.length + doNotSay.length === 0 && closer === '') return null;
  return (
    <div>
      {speakFrom.length > 0 && (
        <Part title="Speak from">
          <ul className="points">{listed(speakFrom)}</ul>
        </Part>
      )}
      {doNotSay.length > 0 && (
        <Part title="Do not say">
          <ul className="points locks">{listed(doNotSay)}</ul>
        </Part>
      )}
      {closer !== '' && (
        <Part title="Close">
          <p dir="auto">{closer}</p>
        </Part>
      )}
    </div>
  );
}

function Who({ pack: { guest, history } }: Pick<Sections, 'pack'>) {
  const { guest: theirs, estimate } = TAGS;
  const rows = [
    ['Name', guest.name, theirs],
    ['Title', guest.title, theirs],
    ['Address', guest.email, theirs],
    ['Kind of address', guest.kindOfAddress, estimate],
    ['LinkedIn', guest.linkedin, theirs],
    ['Also invited', guest.alsoInvited.join(', ') || null, theirs],
  ] as const;
  if (history.length === 0 && rows.every(([, words]) => words === null)) return null;
  return (
    <Part title="Who">
      <dl className="claims">
        {rows.map(
          ([label, words, from]) =>
            words !== null && (
              <Row key={label} label={label} from={from}>
                {words}
              </Row>
            ),
        )}
        <ClaimRows claims={history} />
      </dl>
    </Part>
  );
}

function Answers({ title, answers }: Pick<PrepPack, 'answers'> & { readonly title: string }) {
  return (
    <Part title={title}>
      <dl className="claims answers">
        {answers.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and two may be alike
          <Row key={index} label={label} from={TAGS.guest}>
            <Said words={value} />
          </Row>
        ))}
      </dl>
    </Part>
  );
}

function Company({ pack, missing }: Sections) {
  const { heading, domain, facts } = pack.company;
  return (
    <Part title={heading}>
      {pack.inShort.length === 0 && domain !== '' && (
        <p>
          <bdi>{domain}</bdi>
        </p>
      )}
      {facts.length > 0 && <Claims claims={facts} />}
      {missing}
    </Part>
  );
}
