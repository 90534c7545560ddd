import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { minuteOf } from '../../parts/words.ts';
import type { Membership } from '../workspaces/choice.ts';

type Billing = OutputOf<'getBilling'>;

const HINT = 'What the workspace may have, and how much of it is used.';

/** The workspace's plan: days left of a trial, use of each cap. For those who pay. */
export function PlanSection({ workspace }: { readonly workspace: Membership }) {
  const { call } = useApi();
  const billing = useLoad(`billing ${workspace.id}`, () => call('getBilling', {}, workspace.id));
  return (
    <Section title="Plan" hint={HINT} anchor="plan">
      <LoadState {...billing} what="the plan">
        {(answer) => <Plan billing={answer} />}
      </LoadState>
    </Section>
  );
}

function Plan({ billing }: { readonly billing: Billing }) {
  const { trial, planName, usage, plansUrl } = billing;
  return (
    <>
      <p className="small none">
        <strong>{planName}</strong>
        {trial && (
          <>
            , on trial{' '}
            <span className={`tag${trial.daysLeft <= 3 ? ' warn' : ''}`}>
              {trial.daysLeft === 1 ? 'Last day' : `${trial.daysLeft} days left`}
            </span>
          </>
        )}
      </p>
      {trial && (
        <p className="small quiet">
          Until {minuteOf(trial.endsAt)}. Then the plan is Free: nothing is deleted and nothing is paid.
        </p>
      )}
      <ul className="rows use" aria-label="Use of the plan">
        {usage.map((one) => (
          <Use key={one.feature} use={one} />
        ))}
      </ul>
      <p className="small">
        <a href={new URL(plansUrl).pathname}>Compare plans</a>
      </p>
    </>
  );
}

const FEATURES: Readonly<Record<Billing['usage'][number]['feature'], string>> = {
  members: 'Members and open invitations',
  eventTypes: 'Event types',
  teams: 'Teams',
  agentSeats: 'Agent seats',
};

function Use({ use: { feature, used, cap } }: { readonly use: Billing['usage'][number] }) {
  const isFull = cap !== null && used >= cap;
  return (
    <li>
      <span className="small">{FEATURES[feature]}</span>
      <span className="small">
        {cap === null ? `${used}, no limit` : `${used} of ${cap}`}
        {isFull && cap > 0 && <span className="tag warn">Full</span>}
      </span>
    </li>
  );
}
