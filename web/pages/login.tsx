import { loginWords } from '../../texts/en/pages/accounts.ts';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { useFrame } from '../parts/frame.ts';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

export interface LoginPageProps {
  readonly notice: NoticeText | null;
  /** as typed before, or as invited */
  readonly email: string;
  readonly problem: string | undefined;
  /** where to go afterwards, a path */
  readonly returnTo: string;
  readonly pageToken: string;
  /** a passkey was just refused: the browser's list would offer it once more */
  readonly isPasskeyRefused: boolean;
  readonly providers: readonly { readonly label: string; readonly href: string }[];
  /** who may sign in without proof; only in local mode */
  readonly localPeople: readonly { readonly username: string; readonly name: string }[];
}

/** {app_url}/login: by mail, by an identity provider, and in local mode by a click. All but passkeys works without a script. */
export function LoginPage(props: LoginPageProps) {
  const { notice, problem, providers, localPeople } = props;
  const { signInZoneScriptHref } = useFrame();
  const words = useWords(loginWords);
  return (
    <Layout title={`${problem === undefined ? '' : words.error}${words.title}`}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
        <MailForm {...props} />
        <PasskeyForm {...props} />
        {providers.length > 0 && (
          <ul className="ways">
            {providers.map(({ label, href }) => (
              <li key={href}>
                <a className="button second" href={href} data-zone="">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
        {localPeople.length > 0 && <LocalForm {...props} />}
      </Sheet>
      <script type="module" src={signInZoneScriptHref} />
    </Layout>
  );
}

function MailForm({ email, problem, returnTo, pageToken }: LoginPageProps) {
  const words = useWords(loginWords);
  const frame: FieldFrame = { id: 'email', label: words.email, required: true, problem };
  return (
    <form method="post" action="/login">
      <input type="hidden" name="pageToken" value={pageToken} />
      <input type="hidden" name="return_to" value={returnTo} />
      <input type="hidden" name="timezone" />
      <Field frame={frame}>
        <input
          type="email"
          id="email"
          name="email"
          // Browsers offer passkeys in this field, too.
          autoComplete="email webauthn"
          maxLength={254}
          required
          defaultValue={email}
          aria-describedby={describedBy(frame)}
          aria-invalid={problem === undefined ? undefined : true}
        />
      </Field>
      <div className="actions">
        <button type="submit" className="button">
          {words.mail}
        </button>
      </div>
    </form>
  );
}

/** Filled and sent by the page's script: web/app/login/. Without it nothing of a passkey works, so the button is not there. */
function PasskeyForm({ returnTo, pageToken, isPasskeyRefused }: LoginPageProps) {
  const words = useWords(loginWords);
  return (
    <>
      <form
        method="post"
        action="/login/passkey"
        id="passkey"
        data-refused={isPasskeyRefused ? '' : undefined}
        data-none={words.passkeyNone}
        data-failed={words.passkeyFailed}
        hidden
      >
        <input type="hidden" name="pageToken" value={pageToken} />
        <input type="hidden" name="return_to" value={returnTo} />
        <input type="hidden" name="challengeId" />
        <input type="hidden" name="credential" />
        <div className="ways">
          <button type="button" className="button second">
            {words.passkey}
          </button>
        </div>
        <p className="small" role="status" />
      </form>
      <noscript>
        <p className="small quiet">{words.passkeyScript}</p>
      </noscript>
    </>
  );
}

function LocalForm({ localPeople, returnTo, pageToken }: LoginPageProps) {
  const words = useWords(loginWords);
  return (
    <form method="post" action="/login/local" className="local">
      <p className="small">{words.local}</p>
      <input type="hidden" name="pageToken" value={pageToken} />
      <input type="hidden" name="return_to" value={returnTo} />
      <div className="actions">
        {localPeople.map(({ username, name }) => (
          <button key={username} type="submit" className="button second" name="person" value={username}>
            {name}
          </button>
        ))}
      </div>
    </form>
  );
}

export interface LinkSentPageProps {
  readonly email: string;
  /** where local mail can be read; null in production */
  readonly mailboxHref: string | null;
  readonly againHref: string;
}

/** The same for every address, known or not. */
export function LinkSentPage({ email, mailboxHref, againHref }: LinkSentPageProps) {
  const words = useWords(loginWords);
  return (
    <Layout title={words.look}>
      <Sheet>
        <h1>{words.look}</h1>
        <p className="lead">
          {words.sentBefore}
          <strong>{email}</strong>
          {words.sentAfter}
        </p>
        {mailboxHref !== null && (
          <p className="local small">
            {words.localMail}
            <a href={mailboxHref}>{words.readMail}</a>.
          </p>
        )}
        <p className="aside small">
          {words.nothing}
          <a href={againHref}>{words.again}</a>.
        </p>
      </Sheet>
    </Layout>
  );
}

export interface LinkPageProps {
  readonly email: string;
  /** another browser requested the link */
  readonly elsewhere: boolean;
  readonly action: string;
  readonly pageToken: string;
}

/** {app_url}/login/link/{token}: the button signs in; opening the link changes nothing. */
export function LinkPage({ email, elsewhere, action, pageToken }: LinkPageProps) {
  const words = useWords(loginWords);
  return (
    <Layout title={words.title}>
      <Sheet>
        {elsewhere && (
          <Notice
            notice={{
              tone: 'warning',
              title: words.elsewhere,
              text: words.elsewhereText,
            }}
          />
        )}
        <h1>{words.title}</h1>
        <p className="lead">
          {words.asBefore}
          <strong>{email}</strong>
          {words.asAfter}
        </p>
        <form method="post" action={action}>
          <input type="hidden" name="pageToken" value={pageToken} />
          <div className="actions">
            <button type="submit" className="button">
              {words.goOnAs(email)}
            </button>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}
