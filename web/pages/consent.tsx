import type { ShownApp } from '../../domain/oauth/shown-app.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { Notice, type NoticeText } from '../parts/notice.tsx';

interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export interface ConsentPageProps {
  readonly app: ShownApp;
  /** false: it asked to look only */
  readonly mayAskFull: boolean;
  /** those in which the person may connect apps */
  readonly workspaces: readonly ConsentWorkspace[];
  /** what was chosen before */
  readonly chosenId: string | null;
  readonly access: 'read' | 'full' | null;
  readonly notice: NoticeText | null;
  readonly signedInAs: string;
  /** to sign in as somebody else */
  readonly otherHref: string;
  readonly action: string;
  readonly csrfToken: string;
}

/** {app_url}/oauth/consent/{uid}: a person allows or refuses an app. What we checked stands first; what the app says of itself is marked. */
export function ConsentPage(props: ConsentPageProps) {
  const { app, workspaces, notice, signedInAs, otherHref, action, csrfToken } = props;
  const title = 'Connect this app?';
  return (
    <Layout title={title}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{title}</h1>
        <p className="lead">An app asks to act for you. Allow it only if you started this in the app just now.</p>
        <AppFacts app={app} />
        {app.redirectKind !== 'web' && (
          <div className="field">
            <Notice notice={LOCAL[app.redirectKind]} />
          </div>
        )}
        <form method="post" action={action}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          {workspaces.length === 0 ? (
            <p className="field">
              You belong to no workspace in which you can connect an app. <a href="/">Go to your home page</a> to make
              one, then connect the app again.
            </p>
          ) : (
            <Choices {...props} />
          )}
          <div className="actions">
            <button type="submit" className="button second" name="decision" value="deny" formNoValidate>
              Deny
            </button>
            {workspaces.length > 0 && (
              <button type="submit" className="button second" name="decision" value="allow">
                Allow
              </button>
            )}
          </div>
        </form>
        <p className="aside small">
          You are signed in as <bdi>{signedInAs}</bdi>. <a href={otherHref}>Sign in as somebody else</a>. On your home
          page you can disconnect the app at any time. Without use its access ends after 90 days.
        </p>
      </Sheet>
    </Layout>
  );
}

const LOCAL: Readonly<Record<'computer' | 'app', NoticeText>> = {
  computer: {
    tone: 'warning',
    title: 'The answer goes to a program on your computer',
    text: 'We can not check which one. Allow this only if you just started it in a program on this computer.',
  },
  app: {
    tone: 'warning',
    title: 'The answer goes to an app on your device',
    text: 'We can not check which one opens such links. Allow this only if you just started it in an app on this device.',
  },
};

/** The host vouches; the path tells its apps apart. */
const AppAddress = ({ host, path }: { readonly host: string; readonly path: string | null }) => (
  <bdi>
    {host}
    <span className="quiet small">{path}</span>
  </bdi>
);

function AppFacts({ app: { name, host, path, redirectHost, redirectAddress } }: { readonly app: ShownApp }) {
  return (
    <Facts
      facts={[
        {
          label: 'App of',
          value: host === null ? 'Nobody vouches for it: it registered itself' : <AppAddress host={host} path={path} />,
          strong: true,
        },
        { label: 'Answer goes to', value: <bdi>{redirectAddress ?? redirectHost}</bdi>, strong: true },
        {
          label: 'Calls itself',
          value:
            name === null ? (
              'Nothing that reads like a name'
            ) : (
              <>
                <bdi>{name}</bdi> <span className="quiet small">(not checked)</span>
              </>
            ),
        },
      ]}
    />
  );
}

function Choices({ workspaces, chosenId, access, mayAskFull }: ConsentPageProps) {
  return (
    <>
      <WorkspaceChoice workspaces={workspaces} chosenId={chosenId} />
      <fieldset className="field">
        <legend>What it may do</legend>
        <div className="choices boxed">
          <label className="choice">
            <input type="radio" name="access" value="read" required defaultChecked={access === 'read'} />
            <span>
              Look only
              <br />
              <span className="quiet small">
                What you see there: meetings with what guests wrote, event types, availability, teams, members.
              </span>
            </span>
          </label>
          {mayAskFull && (
            <label className="choice">
              <input type="radio" name="access" value="full" required defaultChecked={access === 'full'} />
              <span>
                Full access
                <br />
                <span className="quiet small">
                  All that you may do there: book, move and cancel meetings, change settings, and whatever else your
                  role allows, such as inviting people and billing.
                </span>
              </span>
            </label>
          )}
        </div>
      </fieldset>
    </>
  );
}

function WorkspaceChoice({ workspaces, chosenId }: Pick<ConsentPageProps, 'workspaces' | 'chosenId'>) {
  const [only] = workspaces;
  if (only !== undefined && workspaces.length === 1) {
    return (
      <>
        <input type="hidden" name="workspaceId" value={only.id} />
        <p className="field">
          It acts in <bdi>{only.name}</bdi> alone.
        </p>
      </>
    );
  }
  return (
    <fieldset className="field">
      <legend>Workspace</legend>
      <p className="hint">It acts in this one alone.</p>
      <div className="choices boxed">
        {workspaces.map(({ id, name, slug }) => (
          <label key={id} className="choice">
            <input type="radio" name="workspaceId" value={id} required defaultChecked={id === chosenId} />
            <span>
              <bdi>{name}</bdi> <span className="quiet small">{slug}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
