import { hostWords } from '../../texts/en/pages/times.ts';
import { useWords } from './locale.ts';

/** A person as guests see them. */
export interface Person {
  readonly name: string;
  /** null: initials stand there */
  readonly photoHref: string | null;
}

/** Who a guest may meet. */
export interface HostFaces {
  readonly isTeam: boolean;
  /** the host, or the first members of a team */
  readonly people: readonly Person[];
  /** how many members are not among them */
  readonly more: number;
  /** a host's words about themselves, as plain text */
  readonly bio: string | null;
}

/** "AL" of "Ada King Lovelace", "G" of "Grace". */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word === undefined ? '' : (Array.from(word)[0] ?? '')))
    .join('')
    .toUpperCase();
};

/** A picture or initials; the name stands beside it, so neither is read out. */
function Face({ name, photoHref }: Person) {
  if (photoHref !== null) return <img className="face" src={photoHref} alt="" width={56} height={56} />;
  return (
    <span className="face" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The host's face, or those of a team: overlapping, with their names for screen readers and under the pointer. */
export function Faces({ isTeam, people, more }: HostFaces) {
  const words = useWords(hostWords);
  const [host] = people;
  if (host === undefined) return null;
  if (!isTeam) return <Face {...host} />;
  return (
    <ul className="faces" aria-label={words.team}>
      {people.map(({ name, photoHref }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same
        <li key={index} title={name}>
          <Face name={name} photoHref={photoHref} />
          <bdi className="vh">{name}</bdi>
        </li>
      ))}
      {more > 0 && (
        <li>
          <span className="face more">
            <span aria-hidden="true">+{more}</span>
            <span className="vh">{words.more(more)}</span>
          </span>
        </li>
      )}
    </ul>
  );
}
