import type { ShownApp } from '../../domain/oauth/shown-app.ts';
import { consentWords } from '../../texts/en/pages/access.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
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
  const words = useWords(consentWords);
  const { app, workspaces, notice, signedInAs, otherHref, action, csrfToken } = props;
  const { title } = words;
  return (
    <Layout title={title}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{title}</h1>
        <p className="lead">{words.lead}</p>
        <AppFacts app={app} />
        {app.redirectKind !== 'web' && (
          <div className="field">
            <Notice notice={localNotice(app.redirectKind, words)} />
          </div>
        )}
        <form method="post" action={action}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          {workspaces.length === 0 ? (
            <p className="field">
              {words.none} <a href="/">{words.makeOne}</a>
              {words.thenAgain}
            </p>
          ) : (
            <Choices {...props} />
          )}
          <div className="actions">
            <button type="submit" className="button second" name="decision" value="deny" formNoValidate>
              {words.deny}
            </button>
            {workspaces.length > 0 && (
              <button type="submit" className="button second" name="decision" value="allow">
                {words.allow}
              </button>
            )}
          </div>
        </form>
        <p className="aside small">
          {words.as} <bdi>{signedInAs}</bdi>. <a href={otherHref}>{words.other}</a>. {words.later}
        </p>
      </Sheet>
    </Layout>
  );
}

const localNotice = (kind: 'computer' | 'app', words: typeof consentWords): NoticeText =>
  kind === 'computer'
    ? { tone: 'warning', title: words.computer, text: words.computerText }
    : { tone: 'warning', title: words.device, text: words.deviceText };

/** The host vouches; the path tells its apps apart. */
const AppAddress = ({ host, path }: { readonly host: string; readonly path: string | null }) => (
  <bdi>
    {host}
    <span className="quiet small">{path}</span>
  </bdi>
);

function AppFacts({ app: { name, host, path, redirectHost, redirectAddress } }: { readonly app: ShownApp }) {
  const words = useWords(consentWords);
  return (
    <Facts
      facts={[
        {
          label: words.appOf,
          value: host === null ? words.nobody : <AppAddress host={host} path={path} />,
          strong: true,
        },
        { label: words.goesTo, value: <bdi>{redirectAddress ?? redirectHost}</bdi>, strong: true },
        {
          label: words.callsItself,
          value:
            name === null ? (
              words.noName
            ) : (
              <>
                <bdi>{name}</bdi> <span className="quiet small">{words.unchecked}</span>
              </>
            ),
        },
      ]}
    />
  );
}

function Choices({ workspaces, chosenId, access, mayAskFull }: ConsentPageProps) {
  const words = useWords(consentWords);
  return (
    <>
      <WorkspaceChoice workspaces={workspaces} chosenId={chosenId} />
      <fieldset className="field">
        <legend>{words.may}</legend>
        <div className="choices boxed">
          <label className="choice">
            <input type="radio" name="access" value="read" required defaultChecked={access === 'read'} />
            <span>
              {words.look}
              <br />
              <span className="quiet small">{words.lookText}</span>
            </span>
          </label>
          {mayAskFull && (
            <label className="choice">
              <input type="radio" name="access" value="full" required defaultChecked={access === 'full'} />
              <span>
                {words.full}
                <br />
                <span className="quiet small">
                  {words.fullText} {words.stays}
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
  const words = useWords(consentWords);
  const [only] = workspaces;
  if (only !== undefined && workspaces.length === 1) {
    return (
      <>
        <input type="hidden" name="workspaceId" value={only.id} />
        <p className="field">
          {words.actsIn} <bdi>{only.name}</bdi>
          {words.aloneIn}
        </p>
      </>
    );
  }
  return (
    <fieldset className="field">
      <legend>{words.workspace}</legend>
      <p className="hint">{words.alone}</p>
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
