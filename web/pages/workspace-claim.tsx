import type { TakeOverOutcome } from '../../domain/access/take-over-outcome.ts';
import { endedByInWords, thingsByWayInWords } from '../../domain/access/ways-out-words.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { powerWords, rolePowers } from '../../texts/en/access.ts';
import { workspaceClaimWords } from '../../texts/en/pages/claims.ts';
import { translated } from '../../texts/translated.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useLocale, useWords } from '../parts/locale.ts';
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
  /** the hosts to which webhooks of the agent send now; '': none */
  readonly receivers: string;
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
  readonly members: Some<{ readonly name: string | null; readonly email: string; readonly role: Role }>;
  readonly keys: Some<{ readonly name: string | null; readonly isSeat: boolean; readonly of: string }>;
  readonly invitations: Some<{ readonly email: string; readonly role: Role }>;
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
        readonly outcome: TakeOverOutcome;
        /** meetings of the former owner that wait for a decision; null: none */
        readonly waiting: number | null;
        readonly href: string;
        /** where its seat is ended, or a new one made */
        readonly seatsHref: string;
      }
    | { readonly kind: 'refused'; readonly workspaceName: string | null };
}

/** {app_url}/claim/{token} of a workspace that an agent made: the buttons decide; opening the link changes nothing. */
export function WorkspaceClaimPage({ notice, step }: WorkspaceClaimPageProps) {
  const title = titleOf(step, useWords(workspaceClaimWords));
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

type ClaimWords = typeof workspaceClaimWords;

function titleOf(step: WorkspaceClaimPageProps['step'], words: ClaimWords): string {
  switch (step.kind) {
    case 'sign in':
      return words.asks;
    case 'decide':
      return words.takeOver(step.workspaceName);
    case 'accepted':
      return words.isYours(step.workspaceName);
    case 'refused':
      return words.refused;
  }
}

function Step({ step }: Pick<WorkspaceClaimPageProps, 'step'>) {
  const words = useWords(workspaceClaimWords);
  switch (step.kind) {
    case 'sign in':
      return (
        <>
          <p className="lead">{words.signInLead}</p>
          <div className="actions">
            <a className="button" href={step.href}>
              {words.signIn}
            </a>
          </div>
          <p className="aside small">{words.newHere}</p>
        </>
      );
    case 'decide':
      return <Decide {...step} />;
    case 'accepted':
      return (
        <>
          <p className="lead">{step.waiting !== null && step.waiting > 0 ? words.ownerWaiting : words.owner}</p>
          <AgentNow agent={step.agent} seatsHref={step.seatsHref} />
          <Outcome outcome={step.outcome} waiting={step.waiting} />
          <div className="actions">
            <a className="button" href={step.href}>
              {words.home}
            </a>
          </div>
        </>
      );
    case 'refused':
      return (
        <>
          <p className="lead">{words.refusedLead}</p>
          <p className="aside small">{words.close}</p>
        </>
      );
  }
}

function Decide({ workspaceName, agentName, ownerEmail, clientIp, createdAt, expiresAt, ...asked }: Asked) {
  const { others, receivers, ...form } = asked;
  const words = useWords(workspaceClaimWords);
  const { tag, language } = useLocale();
  return (
    <>
      <p className="lead">{words.lead}</p>
      <Facts
        facts={[
          {
            label: words.workspace,
            value: <bdi>{workspaceName ?? words.noName}</bdi>,
            strong: true,
          },
          { label: words.agent, value: <bdi>{agentName ?? words.noAgentName}</bdi> },
          ...(ownerEmail === null ? [] : [{ label: words.address, value: <bdi>{ownerEmail}</bdi> }]),
          { label: words.asked, value: <time dateTime={createdAt}>{minuteInUtc(createdAt, tag)}</time> },
          { label: words.network, value: clientIp },
          ...(receivers === '' ? [] : [{ label: words.receivers, value: <bdi>{receivers}</bdi> }]),
        ]}
      />
      <Outcomes
        outcomes={[
          [words.ifAccept, `${words.acceptText} ${words.ends(endedByInWords('takenOver', language))}`],
          [words.ifRefuse, words.refuseText],
          [words.ifNothing, words.nothingText(minuteInUtc(expiresAt, tag))],
        ]}
      />
      <Others {...others} />
      <form method="post" action={form.action}>
        <input type="hidden" name="csrfToken" value={form.csrfToken} />
        <KeepAgent hasSeat={form.hasSeat} plansHref={form.plansHref} />
        <div className="actions">
          <button type="submit" name="decision" value="accept" className="button second">
            {words.accept(workspaceName)}
          </button>
          <button type="submit" name="decision" value="refuse" className="button second">
            {words.refuse}
          </button>
        </div>
      </form>
    </>
  );
}

function Others({ members, keys, invitations }: OthersInWorkspace) {
  const words = useWords(workspaceClaimWords);
  if (members.count + keys.count + invitations.count === 0) return <p className="field">{words.nobodyElse}</p>;
  const people = members.first.map(
    ({ name, email, role }) => `${name ?? words.somebody}, ${email}: ${words.role(role)}`,
  );
  const tools = keys.first.map(({ name, isSeat, of }) => words.key(isSeat, name, of));
  const invited = invitations.first.map(({ email, role }) => `${email}: ${words.role(role)}`);
  return (
    <section aria-labelledby="others" className="field">
      <h2 id="others">{words.others}</h2>
      <p className="hint">{words.othersHint}</p>
      <Facts
        facts={[
          ...some(words.members, members.count, people, words),
          ...some(words.keys, keys.count, tools, words),
          ...some(words.invitations, invitations.count, invited, words),
        ]}
      />
    </section>
  );
}

function some(title: string, count: number, lines: readonly string[], words: ClaimWords) {
  if (count === 0) return [];
  const value = (
    <>
      {[...new Set(lines)].map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
      {count > lines.length && <div>{words.more(count - lines.length)}</div>}
    </>
  );
  return [{ label: `${title} (${count})`, value }];
}

/** The default gives nothing: a stranger may ask, and a seat can be made later. */
function KeepAgent({ hasSeat, plansHref }: Pick<Asked, 'hasSeat' | 'plansHref'>) {
  const words = useWords(workspaceClaimWords);
  const { language } = useLocale();
  if (!hasSeat) {
    return (
      <p className="aside small">
        {words.noSeat} <a href={plansHref}>{words.larger}</a> {words.largerHaveMore}
      </p>
    );
  }
  return (
    <>
      <fieldset className="field">
        <legend>{words.after}</legend>
        <div className="choices boxed">
          {words.choices.map(([value, label, hint]) => (
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
      <Powers
        title={words.seatPowers}
        powers={translated(rolePowers, language).manager}
        limits={translated(powerWords, language).seatLimits}
      />
    </>
  );
}

/** What ended, what stays, and what waits for the new owner. Hosts were chosen by a stranger. */
function Outcome({ outcome, waiting }: { outcome: TakeOverOutcome; waiting: number | null }) {
  const words = useWords(workspaceClaimWords);
  const { language } = useLocale();
  const ended = thingsByWayInWords(outcome.ended, language);
  const kept = thingsByWayInWords(outcome.kept, language);
  return (
    <>
      {waiting !== null && waiting > 0 && <p className="field">{words.waiting(waiting)}</p>}
      <Facts
        facts={[
          { label: words.outcome, value: ended === '' ? words.nothingEnded : <bdi>{ended}</bdi> },
          ...(kept === '' ? [] : [{ label: words.kept, value: <bdi>{kept}</bdi> }]),
        ]}
      />
    </>
  );
}

/** What became of the agent. Its name was chosen by a stranger. */
function AgentNow({ agent, seatsHref }: { agent: KeptAgent | null; seatsHref: string }) {
  const words = useWords(workspaceClaimWords);
  const { language } = useLocale();
  const name = <bdi>{agent?.name ?? words.theAgent}</bdi>;
  if (agent?.role == null) {
    return (
      <p className="field">
        {name} {agent === null ? words.keptNone : words.hasNone}
        {words.noKey}
        <a href={seatsHref}>{words.seats}</a>
        {words.giveKey}
      </p>
    );
  }
  return (
    <>
      <p className="field">
        {name}
        {words.keptSeat(agent.role)}
        <a href={seatsHref}>{words.seats}</a>
        {words.stops}
      </p>
      <Powers
        title={words.can}
        powers={translated(rolePowers, language)[agent.role]}
        limits={translated(powerWords, language).seatLimits}
      />
    </>
  );
}
