import type { ReactNode } from 'react';
import { ROLE_POWERS, SEAT_LIMITS } from '../../domain/access/power-words.ts';
import { CLAIM_ASKS } from '../../domain/accounts/claim-words.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
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
  switch (props.step) {
    case 'sign in':
      return (
        <Page title={CLAIM_ASKS}>
          <p className="lead">Sign in with the address that got the mail. Then you see who asks, and decide.</p>
          <div className="actions">
            <a className="button" href={props.href}>
              Sign in to decide
            </a>
          </div>
          <p className="aside small">New here? We’ll create your account, and lead you back to this page.</p>
        </Page>
      );
    case 'wrong account':
      return (
        <Page title="This request is for another address">
          <p className="lead">
            You are signed in as <bdi>{props.signedInAs}</bdi>. Only the address that got the mail may see the request
            and decide.
          </p>
          <form method="post" action="/logout">
            <input type="hidden" name="csrfToken" value={props.csrfToken} />
            <div className="actions">
              <button type="submit" className="button second">
                Sign out
              </button>
            </div>
          </form>
          <p className="aside small">Afterwards, open the link of the mail again.</p>
        </Page>
      );
    case 'decide':
      return <Decide {...props} />;
    case 'accepted':
      return (
        <Page title="You accepted this agent">
          <p className="lead">
            {props.hasKey
              ? 'It has its key, and works in your workspace.'
              : 'It gets its key as soon as it asks again.'}
          </p>
          <Who {...props.facts} />
          <Powers title="What it can do there, in your name" powers={ROLE_POWERS.manager} limits={SEAT_LIMITS} />
          <div className="actions">
            <a className="button" href={props.homeHref}>
              See its seat
            </a>
          </div>
          <p className="aside small">
            To end it, revoke its seat there, under Agent seats: its key stops at once. Meetings that it booked stay.
          </p>
        </Page>
      );
    case 'refused':
      return (
        <Page title="You refused this agent">
          <p className="lead">It gets no key, and its inbox does not ask you again for 30 days.</p>
          <Who {...props.facts} />
          <p className="aside small">
            A mistake? Make a seat for it on <a href="/settings/access">your page of keys and seats</a>, and give it the
            key.
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
  const { facts, openUntil, workspaces, chosenId, notice, upgradeHref, action, csrfToken } = props;
  const title = 'Is this your agent?';
  const first = workspaces.find(({ id }) => id === chosenId) ?? workspaces[0];
  return (
    <Layout title={title}>
      <Sheet>
        {notice !== null && (
          <Notice notice={notice}>
            {upgradeHref !== null && (
              <p>
                <a href={upgradeHref}>Compare plans</a>
              </p>
            )}
          </Notice>
        )}
        <h1>{title}</h1>
        <p className="lead">{CLAIM_ASKS}, with a key of its own. Accept only if you started it.</p>
        <Who {...facts} />
        <Powers title="What it could do, in your name" powers={ROLE_POWERS.manager} limits={SEAT_LIMITS} />
        <Outcomes
          outcomes={[
            [
              'If you accept',
              'It gets a seat and a key in one workspace. You can end both at any time on your home page. Meetings that it booked then stay.',
            ],
            ['If you refuse', 'It gets nothing, and this inbox does not ask you again for 30 days.'],
            ['If you do nothing', `It gets nothing. The request ends on ${minuteInUtc(openUntil)}.`],
          ]}
        />
        <form method="post" action={action}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          {first === undefined ? (
            <p className="field">
              To accept, you need a workspace that you own or administer. <a href="/">Make one on your home page</a>,
              then open the link of the mail again.
            </p>
          ) : (
            <Workspaces workspaces={workspaces} first={first} />
          )}
          <div className="actions">
            {first !== undefined && (
              <button type="submit" className="button second" name="decision" value="accept">
                Accept
              </button>
            )}
            <button type="submit" className="button second" name="decision" value="refuse">
              Refuse
            </button>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

function Workspaces({ workspaces, first }: { workspaces: readonly ClaimWorkspace[]; first: ClaimWorkspace }) {
  if (workspaces.length === 1) {
    return (
      <>
        <input type="hidden" name="workspaceId" value={first.id} />
        <p className="field">
          It gets a seat in <bdi>{first.name}</bdi>, with the role manager.
        </p>
      </>
    );
  }
  return (
    <fieldset className="field">
      <legend>Workspace of its seat</legend>
      <p className="hint">It works in this one alone, with the role manager.</p>
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
  return (
    <Facts
      facts={[
        { label: 'Its inbox', value: <bdi>{agentEmail}</bdi>, strong: true },
        {
          label: 'Calls itself',
          value: agentName === null ? 'Nothing that reads like a name' : <bdi>{agentName}</bdi>,
        },
        {
          label: 'Says its app is',
          value: clientName === null ? 'Nothing that reads like a name' : <bdi>{clientName}</bdi>,
        },
        { label: 'From network', value: clientIp },
        { label: 'Asked', value: <time dateTime={askedAt}>{minuteInUtc(askedAt)}</time> },
      ]}
    />
  );
}
