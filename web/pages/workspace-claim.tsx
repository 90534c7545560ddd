import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { Notice, type NoticeText } from '../parts/notice.tsx';

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
    | { readonly kind: 'accepted'; readonly workspaceName: string | null; readonly href: string }
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
          <p className="aside small">New here? The same way leads in, and back to this page.</p>
        </>
      );
    case 'decide':
      return <Decide {...step} />;
    case 'accepted':
      return (
        <>
          <p className="lead">You are its owner. Its booking links stay the same.</p>
          <div className="actions">
            <a className="button" href={step.href}>
              Go to your home page
            </a>
          </div>
        </>
      );
    case 'refused':
      return <p className="lead">Nothing changes for you, and this agent does not ask you again for 30 days.</p>;
  }
}

function Decide({ workspaceName, agentName, ownerEmail, clientIp, createdAt, expiresAt, others, ...form }: Asked) {
  return (
    <>
      <p className="lead">An agent made this workspace, and asks you to own it. Accept only if you know the agent.</p>
      <p className="field">
        If you accept, you own the workspace with its event types and meetings. The agent’s account leaves it, and its
        keys end. If you refuse, nothing changes for you.
      </p>
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
          { label: 'Decide until', value: <time dateTime={expiresAt}>{minuteInUtc(expiresAt)}</time> },
        ]}
      />
      <Others {...others} />
      <form method="post" action={form.action}>
        <input type="hidden" name="csrfToken" value={form.csrfToken} />
        <KeepAgent hasSeat={form.hasSeat} plansHref={form.plansHref} />
        <div className="actions">
          <button type="submit" name="decision" value="accept" className="button">
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
      <p className="hint">You can remove each of them afterwards, on your home page.</p>
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
    <fieldset className="field">
      <legend>The agent afterwards</legend>
      <div className="choices boxed">
        <label className="choice">
          <input type="radio" name="agent" value="leaves" defaultChecked />
          <span>
            It leaves
            <br />
            <span className="quiet small">It can do nothing in your workspace any more.</span>
          </span>
        </label>
        <label className="choice">
          <input type="radio" name="agent" value="keeps" />
          <span>
            It goes on as an agent seat
            <br />
            <span className="quiet small">
              It manages meetings, event types and hours, and nothing else. You can end it at any time.
            </span>
          </span>
        </label>
      </div>
    </fieldset>
  );
}

const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const minuteInUtc = (instant: string): string => `${MINUTE.format(new Date(instant))} UTC`;
