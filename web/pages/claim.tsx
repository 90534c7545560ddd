import type { ReactNode } from 'react';
import { powerWords, rolePowers } from '../../texts/en/access.ts';
import { claimWords } from '../../texts/en/pages/claims.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useLocale, useWords } from '../parts/locale.ts';
import { minuteInUtc } from '../parts/minute-in-utc.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { Outcomes, Powers } from '../parts/powers.tsx';

/** What the agent says of itself, and what the service knows. */
export interface ClaimFacts {
  /** its inbox, which it has proved */
  readonly agentEmail: string;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  /** an instant in UTC */
  readonly askedAt: string;
}

export interface ClaimWorkspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export type ClaimPageProps =
  | { readonly step: 'sign in'; readonly href: string }
  | { readonly step: 'wrong account'; readonly signedInAs: string; readonly csrfToken: string }
  | {
      readonly step: 'decide';
      readonly facts: ClaimFacts;
      /** an instant in UTC */
      readonly openUntil: string;
      /** those that the person owns or administers */
      readonly workspaces: readonly ClaimWorkspace[];
      /** the workspace that was chosen before; null: the first */
      readonly chosenId: string | null;
      readonly notice: NoticeText | null;
      /** set if the plan of the chosen workspace has no room */
      readonly upgradeHref: string | null;
      readonly action: string;
      readonly csrfToken: string;
    }
  | { readonly step: 'accepted'; readonly facts: ClaimFacts; readonly hasKey: boolean; readonly homeHref: string }
  | { readonly step: 'refused'; readonly facts: ClaimFacts };

/** {app_url}/claim/{token}: a person accepts or refuses an agent. Opening the link decides nothing. */
export function ClaimPage(props: ClaimPageProps) {
  const powers = useWords(rolePowers);
  const { seatLimits: limits } = useWords(powerWords);
  const words = useWords(claimWords);
  switch (props.step) {
    case 'sign in':
      return (
        <Page title={words.asks}>
          <p className="lead">{words.signInLead}</p>
          <div className="actions">
            <a className="button" href={props.href}>
              {words.signIn}
            </a>
          </div>
          <p className="aside small">{words.newHere}</p>
        </Page>
      );
    case 'wrong account':
      return (
        <Page title={words.wrong}>
          <p className="lead">
            {words.wrongBefore} <bdi>{props.signedInAs}</bdi>
            {words.wrongAfter}
          </p>
          <form method="post" action="/logout">
            <input type="hidden" name="csrfToken" value={props.csrfToken} />
            <div className="actions">
              <button type="submit" className="button second">
                {words.out}
              </button>
            </div>
          </form>
          <p className="aside small">{words.afterwards}</p>
        </Page>
      );
    case 'decide':
      return <Decide {...props} />;
    case 'accepted':
      return (
        <Page title={words.accepted}>
          <p className="lead">{props.hasKey ? words.hasKey : words.getsKey}</p>
          <Who {...props.facts} />
          <Powers title={words.can} powers={powers.manager} limits={limits} />
          <div className="actions">
            <a className="button" href={props.homeHref}>
              {words.seeSeat}
            </a>
          </div>
          <p className="aside small">{words.toEnd}</p>
        </Page>
      );
    case 'refused':
      return (
        <Page title={words.refused}>
          <p className="lead">{words.refusedLead}</p>
          <Who {...props.facts} />
          <p className="aside small">
            {words.mistake} <a href="/settings/access">{words.yourPage}</a>
            {words.giveKey}
          </p>
        </Page>
      );
  }
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        {children}
      </Sheet>
    </Layout>
  );
}

function Decide(props: ClaimPageProps & { step: 'decide' }) {
  const powers = useWords(rolePowers);
  const { seatLimits: limits } = useWords(powerWords);
  const words = useWords(claimWords);
  const { tag } = useLocale();
  const { facts, openUntil, workspaces, chosenId, notice, upgradeHref, action, csrfToken } = props;
  const title = words.yours;
  const first = workspaces.find(({ id }) => id === chosenId) ?? workspaces[0];
  return (
    <Layout title={title}>
      <Sheet>
        {notice !== null && (
          <Notice notice={notice}>
            {upgradeHref !== null && (
              <p>
                <a href={upgradeHref}>{words.compare}</a>
              </p>
            )}
          </Notice>
        )}
        <h1>{title}</h1>
        <p className="lead">
          {words.asks}
          {words.lead}
        </p>
        <Who {...facts} />
        <Powers title={words.could} powers={powers.manager} limits={limits} />
        <Outcomes
          outcomes={[
            [words.ifAccept, words.acceptText],
            [words.ifRefuse, words.refuseText],
            [words.ifNothing, words.nothingText(minuteInUtc(openUntil, tag))],
          ]}
        />
        <form method="post" action={action}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          {first === undefined ? (
            <p className="field">
              {words.need} <a href="/">{words.makeOne}</a>
              {words.thenOpen}
            </p>
          ) : (
            <Workspaces workspaces={workspaces} first={first} />
          )}
          <div className="actions">
            {first !== undefined && (
              <button type="submit" className="button second" name="decision" value="accept">
                {words.accept}
              </button>
            )}
            <button type="submit" className="button second" name="decision" value="refuse">
              {words.refuse}
            </button>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

function Workspaces({ workspaces, first }: { workspaces: readonly ClaimWorkspace[]; first: ClaimWorkspace }) {
  const words = useWords(claimWords);
  if (workspaces.length === 1) {
    return (
      <>
        <input type="hidden" name="workspaceId" value={first.id} />
        <p className="field">
          {words.getsSeat} <bdi>{first.name}</bdi>
          {words.roleManager}
        </p>
      </>
    );
  }
  return (
    <fieldset className="field">
      <legend>{words.whose}</legend>
      <p className="hint">{words.alone}</p>
      <div className="choices boxed">
        {workspaces.map(({ id, name, slug }) => (
          <label key={id} className="choice">
            <input type="radio" name="workspaceId" value={id} required defaultChecked={id === first.id} />
            <span>
              <bdi>{name}</bdi> <span className="quiet small">{slug}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Who({ agentEmail, agentName, clientName, clientIp, askedAt }: ClaimFacts) {
  const words = useWords(claimWords);
  const { tag } = useLocale();
  return (
    <Facts
      facts={[
        { label: words.inbox, value: <bdi>{agentEmail}</bdi>, strong: true },
        {
          label: words.callsItself,
          value: agentName === null ? words.noName : <bdi>{agentName}</bdi>,
        },
        {
          label: words.saysApp,
          value: clientName === null ? words.noName : <bdi>{clientName}</bdi>,
        },
        { label: words.network, value: clientIp },
        { label: words.asked, value: <time dateTime={askedAt}>{minuteInUtc(askedAt, tag)}</time> },
      ]}
    />
  );
}
