import { type ReactNode, useId } from 'react';

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
  readonly guest: {
    readonly name: string | null;
    readonly title: string | null;
    readonly email: string;
    readonly linkedin: string | null;
    readonly kindOfAddress: string | null;
  };
  readonly history: readonly PrepClaim[];
  readonly answers: readonly { readonly label: string; readonly value: string }[];
  readonly notes: string | null;
  readonly company: { readonly domain: string; readonly facts: readonly PrepClaim[] };
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

/** The content of a pack: who they are on one side, what to do on the other. Words of strangers are text, never links. */
export function PackSections({ pack }: { readonly pack: PrepPack }) {
  const { history, answers, notes, company, questions, speakFrom, doNotSay, closer } = pack;
  return (
    <div className="prep-parts">
      <div>
        <Who guest={pack.guest} />
        {history.length > 0 && (
          <Part title="You and them">
            <Claims claims={history} />
          </Part>
        )}
        {answers.length > 0 && <Answers answers={answers} />}
        {notes !== null && (
          <Part title="Your notes">
            <p dir="auto">{notes}</p>
          </Part>
        )}
        {company.domain !== '' && <Company company={company} />}
      </div>
      <div>
        {questions.length > 0 && (
          <Part title="Ask">
            <ol className="asks">{listed(questions)}</ol>
          </Part>
        )}
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

function Claims({ claims }: { readonly claims: readonly PrepClaim[] }) {
  return (
    <dl className="claims">
      {claims.map(({ label, words, tag, source }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
        <Row key={index} label={label} from={source ?? TAGS[tag]}>
          {words}
        </Row>
      ))}
    </dl>
  );
}

function Who({ guest: { name, title, email, linkedin, kindOfAddress } }: Pick<PrepPack, 'guest'>) {
  const rows = [
    ['Name', name],
    ['Title', title],
    ['Address', email],
    ['LinkedIn', linkedin],
  ] as const;
  return (
    <Part title="Who">
      <dl className="claims">
        {rows.map(
          ([label, words]) =>
            words !== null && (
              <Row key={label} label={label} from={TAGS.guest}>
                {words}
              </Row>
            ),
        )}
        {kindOfAddress !== null && (
          <Row label="Kind of address" from={TAGS.estimate}>
            {kindOfAddress}
          </Row>
        )}
      </dl>
    </Part>
  );
}

function Answers({ answers }: Pick<PrepPack, 'answers'>) {
  return (
    <Part title="What they wrote">
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

function Company({ company: { domain, facts } }: Pick<PrepPack, 'company'>) {
  const title = (
    <>
      Their company: <bdi>{domain}</bdi>
    </>
  );
  return (
    <Part title={title}>
      {facts.length > 0 ? <Claims claims={facts} /> : <p className="quiet">Nothing is known of it.</p>}
    </Part>
  );
}
