import { ROLE_POWERS, SEAT_LIMITS } from '../../domain/access/power-words.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { minuteInUtc } from '../parts/minute-in-utc.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { Outcomes, Powers } from '../parts/powers.tsx';

interface Asked {
  readonly kind: 'decide';
  /** null, here and below: it does not read like a name */
  readonly workspaceName: string | null;
  /** null: it gave none */
  readonly agentName: string | null;
  readonly ownerEmail: string | null;
  readonly clientIp: string;
  /** instants in UTC */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** who else has a way in, and keeps it */
  readonly others: OthersInWorkspace;
  readonly action: string;
  readonly csrfToken: string;
  /** whether the plan has a seat for the agent */
  readonly hasSeat: boolean;
  readonly plansHref: string;
}

/** What the agent kept of it. */
interface KeptAgent {
  /** null: it does not read like a name */
  readonly name: string | null;
  /** of its seat; null: the seat has ended */
  readonly role: Role | null;
}

/** Each list is cut; `count` is of all. */
interface Some<T> {
  readonly count: number;
  readonly first: readonly T[];
}

export interface OthersInWorkspace {
  /** names are null if they do not read like names */
  readonly members: Some<{ readonly name: string | null; readonly email: string; readonly role: string }>;
  readonly keys: Some<{ readonly name: string | null; readonly isSeat: boolean; readonly of: string }>;
  readonly invitations: Some<{ readonly email: string; readonly role: string }>;
}

export interface WorkspaceClaimPageProps {
  readonly notice: NoticeText | null;
  readonly step:
    | { readonly kind: 'sign in'; readonly href: string }
    | Asked
    | {
        readonly kind: 'accepted';
        readonly workspaceName: string | null;
        /** null: it kept nothing */
        readonly agent: KeptAgent | null;
        readonly href: string;
        /** where its seat is ended, or a new one made */
        readonly seatsHref: string;
      }
    | { readonly kind: 'refused'; readonly workspaceName: string | null };
}

/** {app_url}/claim/{token} of a workspace that an agent made: the buttons decide; opening the link changes nothing. */
export function WorkspaceClaimPage({ notice, step }: WorkspaceClaimPageProps) {
  const title = titleOf(step);
  return (
    <Layout title={title}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{title}</h1>
        <Step step={step} />
      </Sheet>
    </Layout>
  );
}

function titleOf(step: WorkspaceClaimPageProps['step']): string {
  switch (step.kind) {
    case 'sign in':
      return 'An agent asks you to take over a workspace';
    case 'decide':
      return `Take over ${step.workspaceName ?? 'this workspace'}?`;
    case 'accepted':
      return `${step.workspaceName ?? 'The workspace'} is yours`;
    case 'refused':
      return 'You refused';
  }
}

function Step({ step }: Pick<WorkspaceClaimPageProps, 'step'>) {
  switch (step.kind) {
    case 'sign in':
      return (
        <>
          <p className="lead">Sign in with the address that got the mail to see which agent asks, and to decide.</p>
          <div className="actions">
            <a className="button" href={step.href}>
              Sign in
            </a>
          </div>
          <p className="aside small">New here? We’ll create your account, and lead you back to this page.</p>
        </>
      );
    case 'decide':
      return <Decide {...step} />;
    case 'accepted':
      return (
        <>
          <p className="lead">You are its owner. Its booking links stay the same.</p>
          <AgentNow agent={step.agent} seatsHref={step.seatsHref} />
          <div className="actions">
            <a className="button" href={step.href}>
              Go to your meetings
            </a>
          </div>
        </>
      );
    case 'refused':
      return (
        <>
          <p className="lead">Nothing changes for you, and this agent does not ask you again for 30 days.</p>
          <p className="aside small">The workspace stays with the agent. You may close this page.</p>
        </>
      );
  }
}

function Decide({ workspaceName, agentName, ownerEmail, clientIp, createdAt, expiresAt, others, ...form }: Asked) {
  return (
    <>
      <p className="lead">An agent made this workspace, and asks you to own it. Accept only if you know the agent.</p>
      <Facts
        facts={[
          {
            label: 'Workspace',
            value: <bdi>{workspaceName ?? 'A name that does not read like one'}</bdi>,
            strong: true,
          },
          { label: 'Agent', value: <bdi>{agentName ?? 'It gave no name that reads like one'}</bdi> },
          ...(ownerEmail === null ? [] : [{ label: 'Its address', value: <bdi>{ownerEmail}</bdi> }]),
          { label: 'Asked', value: <time dateTime={createdAt}>{minuteInUtc(createdAt)}</time> },
          { label: 'From network', value: clientIp },
        ]}
      />
      <Outcomes
        outcomes={[
          [
            'If you accept',
            'You own the workspace with its event types and meetings. Its booking links stay. The agent’s account leaves, and its keys end, except for one if you choose so below.',
          ],
          ['If you refuse', 'Nothing changes, and this agent does not ask you again for 30 days.'],
          ['If you do nothing', `Nothing changes. The question ends on ${minuteInUtc(expiresAt)}.`],
        ]}
      />
      <Others {...others} />
      <form method="post" action={form.action}>
        <input type="hidden" name="csrfToken" value={form.csrfToken} />
        <KeepAgent hasSeat={form.hasSeat} plansHref={form.plansHref} />
        <div className="actions">
          <button type="submit" name="decision" value="accept" className="button second">
            Accept and own {workspaceName ?? 'it'}
          </button>
          <button type="submit" name="decision" value="refuse" className="button second">
            Refuse
          </button>
        </div>
      </form>
    </>
  );
}

function Others({ members, keys, invitations }: OthersInWorkspace) {
  if (members.count + keys.count + invitations.count === 0)
    return <p className="field">Nobody else has a way in, and no invitation is open.</p>;
  const people = members.first.map(({ name, email, role }) => `${name ?? 'Somebody'}, ${email}: ${inWords(role)}`);
  const tools = keys.first.map(
    ({ name, isSeat, of }) => `${isSeat ? 'Agent' : 'Key'}${name === null ? '' : ` “${name}”`}, of ${of}`,
  );
  const invited = invitations.first.map(({ email, role }) => `${email}: ${inWords(role)}`);
  return (
    <section aria-labelledby="others" className="field">
      <h2 id="others">Who else has a way in, and keeps it</h2>
      <p className="hint">You can remove each of them afterwards, under Team and Settings.</p>
      <Facts
        facts={[
          ...some('Members', members.count, people),
          ...some('Keys and agents of members', keys.count, tools),
          ...some('Open invitations', invitations.count, invited),
        ]}
      />
    </section>
  );
}

const inWords = (role: string): string => role.replaceAll('_', ' ');

function some(title: string, count: number, lines: readonly string[]) {
  if (count === 0) return [];
  const value = (
    <>
      {[...new Set(lines)].map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
      {count > lines.length && <div>and {count - lines.length} more</div>}
    </>
  );
  return [{ label: `${title} (${count})`, value }];
}

function KeepAgent({ hasSeat, plansHref }: Pick<Asked, 'hasSeat' | 'plansHref'>) {
  if (!hasSeat) {
    return (
      <p className="aside small">
        The plan has no free seat, so the agent cannot go on by itself. <a href={plansHref}>Larger plans</a> have more.
      </p>
    );
  }
  return (
    <>
      <fieldset className="field">
        <legend>After that, the agent …</legend>
        <div className="choices boxed">
          {CHOICES.map(([value, label, hint]) => (
            <label key={value} className="choice">
              <input type="radio" name="agent" value={value} required defaultChecked={value === 'none'} />
              <span>
                {label}
                <br />
                <span className="quiet small">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Powers title="What a seat with the role manager can do" powers={ROLE_POWERS.manager} limits={SEAT_LIMITS} />
    </>
  );
}

/** The default gives nothing: a stranger may ask, and a seat can be made later. */
const CHOICES = [
  ['none', 'Has no way in any more', 'Its keys end. You can make a seat for it later, under Keys and seats.'],
  [
    'member',
    'Keeps a seat, with the role member',
    'Its key goes on, for your own meetings, event types and hours. You can end it at any time.',
  ],
  [
    'manager',
    'Keeps a seat, with the role manager',
    'Its key goes on, for everybody’s meetings, event types, hours and teams. You can end it at any time.',
  ],
] as const;

/** What became of the agent. Its name was chosen by a stranger. */
function AgentNow({ agent, seatsHref }: { agent: KeptAgent | null; seatsHref: string }) {
  const name = <bdi>{agent?.name ?? 'The agent'}</bdi>;
  if (agent?.role == null) {
    return (
      <p className="field">
        {name} {agent === null ? 'kept no seat' : 'has no seat any more'}: its keys have ended. To let it work for you,
        make a seat under <a href={seatsHref}>Agent seats</a>, and give it the key.
      </p>
    );
  }
  return (
    <>
      <p className="field">
        {name} kept a seat, with the role {agent.role}. To end it, press Revoke beside its name under{' '}
        <a href={seatsHref}>Agent seats</a>: its key stops at once, and what it did stays.
      </p>
      <Powers title="What it can do, in your name" powers={ROLE_POWERS[agent.role]} limits={SEAT_LIMITS} />
    </>
  );
}
