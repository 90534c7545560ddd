import { type ReactNode, useId } from 'react';
import { Notice } from './notice.tsx';

/** One thing that the pack says, and whose word it is. */
export interface PrepClaim {
  readonly label: string;
  /** strangers' words are in “quotes” */
  readonly words: string;
  readonly tag: 'estimate' | 'source' | 'host' | 'guest';
  /** the host of the page, or "DNS"; null: no page says it */
  readonly source: string | null;
}

export interface PrepPack {
  /** null: a pack of before packs had one */
  readonly purpose: string | null;
  /** what to check before anything else, such as a domain that does not exist */
  readonly checkFirst: readonly string[];
  readonly guest: {
    readonly name: string | null;
    readonly title: string | null;
    readonly email: string;
    readonly linkedin: string | null;
    readonly kindOfAddress: string | null;
    /** when the meeting is for them, in words; null: their zone is the host's */
    readonly theirTime: string | null;
    readonly alsoInvited: readonly string[];
  };
  readonly history: readonly PrepClaim[];
  readonly answers: readonly { readonly label: string; readonly value: string }[];
  readonly notes: string | null;
  readonly company: { readonly domain: string; readonly facts: readonly PrepClaim[] };
  /** how the company runs its mail and site: read by few, so it stands last */
  readonly background: readonly PrepClaim[];
  readonly questions: readonly string[];
  readonly speakFrom: readonly string[];
  readonly doNotSay: readonly string[];
  readonly closer: string;
}

/** Longer answers are cut on paper and folded on the screen: one guest can't fill ten sheets. */
const MOST_CHARACTERS = 600;

const TAGS: Readonly<Record<PrepClaim['tag'], string>> = {
  guest: 'guest',
  host: 'your records',
  estimate: 'estimate',
  source: 'source',
};

interface Sections {
  readonly pack: PrepPack;
  /** what the pack lacks of the company, and why */
  readonly missing: ReactNode;
}

/**
 * The content of a pack: what they wrote, what to ask, who comes, their company, how to speak. Each fact stands once. On a wide screen
 * two parts stand beside each other. Words of strangers are text, never links.
 */
export function PackSections({ pack, missing }: Sections) {
  const { answers, notes, questions, background } = pack;
  return (
    <>
      {pack.checkFirst.length > 0 && (
        <Notice notice={{ tone: 'warning', title: 'Check this first' }}>
          <ul>{listed(pack.checkFirst)}</ul>
        </Notice>
      )}
      <div className="prep-parts">
        {(answers.length > 0 || notes !== null) && (
          <div>
            {answers.length > 0 && <Answers answers={answers} />}
            {notes !== null && (
              <Part title="Your notes">
                <p dir="auto">{notes}</p>
              </Part>
            )}
          </div>
        )}
        {questions.length > 0 && (
          <div>
            <Part title="Ask">
              <ol className="asks">{listed(questions)}</ol>
            </Part>
          </div>
        )}
        <div>
          <Who pack={pack} />
        </div>
        {(pack.company.domain !== '' || missing !== null) && (
          <div>
            <Company company={pack.company} missing={missing} />
          </div>
        )}
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
        <Part title="Do not say or assume">
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

function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const listed = (texts: readonly string[]): ReactNode =>
  texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and two may be alike
    <li key={index} dir="auto">
      {text}
    </li>
  ));

function Row({ label, from, children }: { label: string; from: string; children: ReactNode }) {
  return (
    <div>
      <dt dir="auto">{label}</dt>
      <dd>
        <bdi>{children}</bdi>{' '}
        <span className="from">
          <span className="vh">, from: </span>
          {from}
        </span>
      </dd>
    </div>
  );
}

interface ClaimsProps {
  readonly claims: readonly PrepClaim[];
}

const Claims = ({ claims }: ClaimsProps) => (
  <dl className="claims">
    <ClaimRows claims={claims} />
  </dl>
);

const ClaimRows = ({ claims }: ClaimsProps) =>
  claims.map(({ label, words, tag, source }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
    <Row key={index} label={label} from={source ?? TAGS[tag]}>
      {words}
    </Row>
  ));

function Who({ pack: { guest, history } }: Pick<Sections, 'pack'>) {
  const { guest: theirs, estimate } = TAGS;
  const rows = [
    ['Name', guest.name, theirs],
    ['Title', guest.title, theirs],
    ['Address', guest.email, theirs],
    ['Kind of address', guest.kindOfAddress, estimate],
    ['LinkedIn', guest.linkedin, theirs],
    ['Their time', guest.theirTime, theirs],
    ['Also invited', guest.alsoInvited.join(', ') || null, theirs],
  ] as const;
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

function Answers({ answers }: Pick<PrepPack, 'answers'>) {
  return (
    <Part title="In their words">
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

function Said({ words }: { readonly words: string }) {
  const characters = [...words];
  if (characters.length <= MOST_CHARACTERS) return <q>{words}</q>;
  return (
    <>
      <q>{characters.slice(0, MOST_CHARACTERS).join('')}…</q>
      <details>
        <summary>The rest of this answer</summary>
        <q>…{characters.slice(MOST_CHARACTERS).join('')}</q>
      </details>
    </>
  );
}

function Company({ company: { domain, facts }, missing }: Pick<PrepPack, 'company'> & Pick<Sections, 'missing'>) {
  const title =
    domain === '' ? (
      'Their company'
    ) : (
      <>
        Their company: <bdi>{domain}</bdi>
      </>
    );
  return (
    <Part title={title}>
      {facts.length > 0 && <Claims claims={facts} />}
      {facts.length === 0 && missing === null && <p className="quiet">It says nothing of itself.</p>}
      {missing}
    </Part>
  );
}
