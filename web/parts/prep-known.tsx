import { prepWords } from '../../texts/en/pages/prep.ts';
import { useWords } from './locale.ts';
import { Part, type PrepAnswer, Row, Said } from './prep-claims.tsx';

/** What a booking says of its guest, while there is no pack. */
export interface KnownOfGuest {
  readonly name: string | null;
  readonly email: string | null;
  readonly answers: readonly PrepAnswer[];
  /** the host's; null: none */
  readonly notes: string | null;
}

/** Everything is the guest's own word, but the notes. */
export function Known({ known: { name, email, answers, notes } }: { readonly known: KnownOfGuest }) {
  const words = useWords(prepWords).known;
  return (
    <div className="prep-parts">
      {notes !== null && (
        <Part title={words.notes}>
          <p dir="auto">{notes}</p>
        </Part>
      )}
      <Part title={words.who}>
        <dl className="claims">
          {name !== null && <Row label={words.name}>{name}</Row>}
          {email !== null && <Row label={words.address}>{email}</Row>}
        </dl>
      </Part>
      {answers.length > 0 && (
        <Part title={words.answers}>
          <dl className="claims answers">
            {answers.map(({ label, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and two may be alike
              <Row key={index} label={label}>
                <Said words={value} />
              </Row>
            ))}
          </dl>
        </Part>
      )}
    </div>
  );
}
