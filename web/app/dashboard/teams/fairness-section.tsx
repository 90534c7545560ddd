import { useState } from 'react';
import { zoneWords } from '../../../../domain/time/zone-words.ts';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { LastTurns } from './last-turns.tsx';
import type { Team } from './team.ts';
import { TurnChart } from './turn-chart.tsx';
import { TurnTable } from './turn-table.tsx';

const PERIODS = [30, 90, 365] as const;
const DAY_MS = 86_400_000;

/** How the round robin gave the team's meetings, and why. */
export function FairnessSection({ team }: { readonly team: Team }) {
  const words = useWords(teamWords);
  const { tag } = useLocale();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [days, setDays] = useState<number>(90);
  const load = useLoad(`turns ${team.id} ${days} ${team.version}`, () =>
    call('getTeamFairness', { id: team.id, days }, workspace.id),
  );
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const from = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric' }).format(
    load.state.status === 'ready' ? Date.parse(load.state.data.fromAt) : Date.now() - days * DAY_MS,
  );
  const period = (
    <select aria-label={words.period} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
      {PERIODS.map((one) => (
        <option key={one} value={one}>
          {words.last(one)}
        </option>
      ))}
    </select>
  );
  return (
    <>
      <Section title={words.turns} hint={words.turnsHint(from, zoneWords(zone, tag))} action={period}>
        <LoadState {...load} what={words.loadingTurns}>
          {({ members, turns }) =>
            turns === 0 ? (
              <p className="quiet none">{words.noTurns}</p>
            ) : (
              <div className="fairness">
                <TurnChart members={members} />
                <TurnTable members={members} />
              </div>
            )
          }
        </LoadState>
      </Section>
      <Section title={words.why} hint={words.whyHint}>
        <LoadState {...load} what={words.loadingTurns}>
          {({ latest }) => <LastTurns turns={latest} />}
        </LoadState>
      </Section>
    </>
  );
}
