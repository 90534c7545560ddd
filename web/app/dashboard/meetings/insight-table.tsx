import { insightWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { ScrollBox } from '../../../parts/scroll-box.tsx';
import { leadWords } from './insight-change.ts';

export interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly bookings: number;
  readonly canceled: number;
  readonly noShows: number;
  /** left out: not counted for these */
  readonly leadTimeMinutes?: number | null;
}

interface InsightTableProps {
  readonly rows: readonly TableRow[];
  readonly caption: string;
  /** what a row is: the head of the first column */
  readonly rowOf: string;
}

/** The numbers of a chart, for all who read them. */
export function InsightTable({ rows, caption, rowOf }: InsightTableProps) {
  const words = useWords(insightWords);
  const hasLead = rows.some(({ leadTimeMinutes }) => leadTimeMinutes !== undefined);
  return (
    <ScrollBox>
      <table className="numbers">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rowOf}</th>
            <th scope="col">{words.bookings}</th>
            <th scope="col">{words.canceled}</th>
            <th scope="col">{words.noShows}</th>
            {hasLead && <th scope="col">{words.leadTime}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, bookings, canceled, noShows, leadTimeMinutes }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{bookings}</td>
              <td>{canceled}</td>
              <td>{noShows}</td>
              {hasLead && <td>{leadTimeMinutes == null ? '–' : leadWords(leadTimeMinutes, words)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
