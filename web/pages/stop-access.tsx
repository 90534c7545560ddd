import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { minuteInUtc } from '../parts/minute-in-utc.ts';
import { Outcomes, Powers } from '../parts/powers.tsx';

const KINDS = {
  key: {
    what: 'Key',
    stop: 'Stop this key',
    way: 'Whoever has it works in your name.',
    effect: 'The key is revoked at once and for good, with every key, seat and open invitation that was made with it.',
  },
  seat: {
    what: 'Agent seat',
    stop: 'Stop this agent',
    way: 'It works in your name.',
    effect: 'The seat and its key are revoked at once and for good, with everything that was made with them.',
  },
  passkey: {
    what: 'Passkey',
    stop: 'Remove this passkey',
    way: 'Whoever has it can sign in as you.',
    effect:
      'The passkey is removed at once and for good, all your browsers are signed out, and the keys end that were made by signing in without a browser since: whoever added it was signed in as you.',
  },
  grant: {
    what: 'Connected app',
    stop: 'Disconnect this app',
    way: 'It works in your name.',
    effect:
      'It can do nothing in your name any more, at once and for good, and every key, seat and open invitation that was made with it ends.',
  },
  linked_account: {
    what: 'Account',
    stop: 'Unlink this account',
    way: 'Whoever signs in there is signed in here as you.',
    effect:
      'The link ends at once, all your browsers are signed out, and the keys end that were made by signing in without a browser since. If somebody signs in there again with your address, a new mail tells you.',
  },
} as const;

const STAYS = 'Meetings that were booked, and people who joined a workspace.';

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
  /** a connected app: who vouches for it, null: nobody; null: it is none */
  readonly app: { readonly host: string | null; readonly redirectHost: string } | null;
  /** what it allows, one line each; none: a way to sign in, or ended */
  readonly may: readonly string[];
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
export function StopAccessPage({ kind, name, may, isWorking, action, ...made }: StopAccessPageProps) {
  const words = KINDS[kind];
  const title = isWorking ? `${words.stop}?` : `${words.what} “${name}” does not work any more`;
  return (
    <Layout title={isWorking ? words.stop : 'It does not work any more'}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">
          {isWorking
            ? `${words.way} Stop it if you do not know it.`
            : 'It is ended for good, and can do nothing in your name.'}
        </p>
        <MadeFacts what={words.what} name={name} {...made} />
        {isWorking && <Powers title="What it can do, in your name" powers={may} />}
        <Outcomes
          outcomes={
            isWorking
              ? [
                  ['If you stop it', words.effect],
                  ['What stays', STAYS],
                  ['If you do nothing', 'It goes on. You can end it later, on your home page.'],
                ]
              : [['What stays', STAYS]]
          }
        />
        {isWorking ? (
          <form method="post" action={action}>
            <div className="actions">
              <button type="submit" className="button danger">
                {words.stop}
              </button>
            </div>
            <p className="aside small">It was you? Close this page; nothing happens.</p>
          </form>
        ) : (
          <div className="actions">
            <a className="button second" href="/login?return_to=%2F">
              See what else has a way in
            </a>
          </div>
        )}
      </Sheet>
    </Layout>
  );
}

type MadeFactsProps = Pick<
  StopAccessPageProps,
  'name' | 'app' | 'workspaceName' | 'madeWith' | 'source' | 'clientIp' | 'createdAt'
>;

function MadeFacts({
  what,
  name,
  app,
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
        ...(app === null
          ? []
          : [
              { label: 'App of', value: app.host ?? 'Nobody vouches for it: it registered itself', strong: true },
              { label: 'Answer went to', value: <bdi>{app.redirectHost}</bdi> },
            ]),
        ...(workspaceName === null ? [] : [{ label: 'Workspace', value: <bdi>{workspaceName}</bdi> }]),
        { label: 'Made', value: <time dateTime={createdAt}>{minuteInUtc(createdAt)}</time> },
        { label: 'By', value: madeWith === null ? WAYS[source] : `${WAYS[source]}, with “${madeWith}”` },
        ...(clientIp === null ? [] : [{ label: 'From network', value: clientIp }]),
      ]}
    />
  );
}
