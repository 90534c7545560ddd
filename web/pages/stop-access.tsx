import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';

const KINDS = {
  key: {
    what: 'Key',
    can: 'Whoever holds it can do in this workspace what you can do there, as far as its scopes go.',
    stop: 'Stop this key',
    effect:
      'If you stop it, the key is revoked at once and for good, with every key, seat and open invitation that was made with it.',
  },
  seat: {
    what: 'Agent seat',
    can: 'The agent that holds its key can do in this workspace what its role allows, in your name.',
    stop: 'Stop this agent',
    effect:
      'If you stop it, the seat and its key are revoked at once and for good, with everything that was made with them.',
  },
  passkey: {
    what: 'Passkey',
    can: 'Whoever holds it can sign in as you.',
    stop: 'Remove this passkey',
    effect:
      'The passkey is removed at once and for good, all your browsers are signed out, and the keys end that were made by signing in without a browser since: whoever added it was signed in as you.',
  },
  grant: {
    what: 'Connected app',
    can: 'It can do in this workspace what you can do there, as far as you allowed.',
    stop: 'Disconnect this app',
    effect:
      'If you disconnect it, it can do nothing as you any more, at once and for good, and every key, seat and open invitation that was made with it ends.',
  },
  linked_account: {
    what: 'Account',
    can: 'Whoever has this account can sign in as you.',
    stop: 'Unlink this account',
    effect:
      'The link ends at once, all your browsers are signed out, and the keys end that were made by signing in without a browser since. If somebody signs in there again with your address, a new mail tells you.',
  },
} as const;

const WAYS = {
  dashboard: 'The web page, signed in as you',
  web: 'The web page',
  host_api: 'The API',
  host_mcp: 'MCP',
  public_api: 'The public API',
  public_mcp: 'The public MCP',
  system: 'The service itself',
} as const;

export interface StopAccessPageProps {
  readonly kind: keyof typeof KINDS;
  readonly name: string;
  /** null: of none */
  readonly workspaceName: string | null;
  /** the key that made it; null: the person */
  readonly madeWith: string | null;
  readonly source: keyof typeof WAYS;
  /** null: not known, or forgotten after 30 days */
  readonly clientIp: string | null;
  /** an instant in UTC */
  readonly createdAt: string;
  readonly isWorking: boolean;
  readonly action: string;
}

/** {app_url}/access/stop/{token}: the button ends it; opening the link changes nothing. */
export function StopAccessPage({ kind, name, isWorking, action, ...made }: StopAccessPageProps) {
  const words = KINDS[kind];
  const title = isWorking ? `${words.stop}?` : `${words.what} “${name}” does not work any more`;
  return (
    <Layout title={isWorking ? words.stop : 'It does not work any more'}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">
          {isWorking ? `${words.can} ${words.effect}` : 'Nobody can use it any more. There is nothing left to do here.'}
        </p>
        <MadeFacts what={words.what} name={name} {...made} />
        {isWorking && (
          <form method="post" action={action}>
            <div className="actions">
              <button type="submit" className="button danger">
                {words.stop}
              </button>
            </div>
            <p className="aside small">It was you? Close this page; nothing happens.</p>
          </form>
        )}
        {!isWorking && (
          <div className="actions">
            <a className="button second" href="/">
              Go to your home page
            </a>
          </div>
        )}
      </Sheet>
    </Layout>
  );
}

type MadeFactsProps = Pick<
  StopAccessPageProps,
  'name' | 'workspaceName' | 'madeWith' | 'source' | 'clientIp' | 'createdAt'
>;

function MadeFacts({
  what,
  name,
  workspaceName,
  madeWith,
  source,
  clientIp,
  createdAt,
}: MadeFactsProps & { what: string }) {
  return (
    <Facts
      facts={[
        { label: what, value: <bdi>{name}</bdi>, strong: true },
        ...(workspaceName === null ? [] : [{ label: 'Workspace', value: <bdi>{workspaceName}</bdi> }]),
        { label: 'Made', value: <time dateTime={createdAt}>{minuteInUtc(createdAt)}</time> },
        { label: 'By', value: madeWith === null ? WAYS[source] : `${WAYS[source]}, with “${madeWith}”` },
        ...(clientIp === null ? [] : [{ label: 'From network', value: clientIp }]),
      ]}
    />
  );
}

const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const minuteInUtc = (instant: string): string => `${MINUTE.format(new Date(instant))} UTC`;
