import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { ScrollBox } from '../../../parts/scroll-box.tsx';
import { sharesOf } from './shares.ts';

/** The numbers of the chart. */
export function TurnTable({ members }: { readonly members: Parameters<typeof sharesOf>[0] }) {
  const words = useWords(teamWords);
  const { tag } = useLocale();
  return (
    <ScrollBox>
      <table className="numbers">
        <caption className="vh">{words.turns}</caption>
        <thead>
          <tr>
            <th scope="col">{words.person}</th>
            <th scope="col">{words.weight}</th>
            <th scope="col">{words.got}</th>
            <th scope="col">{words.expected}</th>
            <th scope="col">{words.canceled}</th>
          </tr>
        </thead>
        <tbody>
          {sharesOf(members).map(({ userId, name, weight, fixed, turns, expected, canceled }) => (
            <tr key={userId}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{weight === null ? words.left : fixed ? words.isFixed : weight}</td>
              <td>{turns}</td>
              <td>{expected === null ? '–' : expected.toLocaleString(tag)}</td>
              <td>{canceled}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
