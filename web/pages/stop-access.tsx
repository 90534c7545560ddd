import { stoppedWithInWords } from '../../domain/access/ways-out-words.ts';
import { stopAccessWords } from '../../texts/en/pages/access.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useLocale, useWords } from '../parts/locale.ts';
import { minuteInUtc } from '../parts/minute-in-utc.ts';
import { Outcomes, Powers } from '../parts/powers.tsx';

export interface StopAccessPageProps {
  readonly kind: keyof (typeof stopAccessWords)['kinds'];
  readonly name: string;
  /** null: of none */
  readonly workspaceName: string | null;
  /** a connected app: who vouches for it, null: nobody; null: it is none */
  readonly app: { readonly host: string | null; readonly redirectHost: string } | null;
  /** what it allows, one line each; none: a way to sign in, or ended */
  readonly may: readonly string[];
  /** the key that made it; null: the person */
  readonly madeWith: string | null;
  readonly source: keyof (typeof stopAccessWords)['ways'];
  /** null: not known, or forgotten after 30 days */
  readonly clientIp: string | null;
  /** an instant in UTC */
  readonly createdAt: string;
  readonly isWorking: boolean;
  readonly action: string;
}

/** {app_url}/access/stop/{token}: the button ends it; opening the link changes nothing. */
export function StopAccessPage({ kind, name, may, isWorking, action, ...made }: StopAccessPageProps) {
  const words = useWords(stopAccessWords);
  const { language } = useLocale();
  const { what, stop, way, effect } = words.kinds[kind];
  const title = isWorking ? `${stop}?` : words.over(what, name);
  return (
    <Layout title={isWorking ? stop : words.overTitle}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">{isWorking ? words.unknown(way) : words.ended}</p>
        <MadeFacts what={what} name={name} {...made} />
        {isWorking && <Powers title={words.can} powers={may} />}
        <Outcomes
          outcomes={
            isWorking
              ? [
                  [words.ifStop, `${effect} ${stoppedWithInWords(kind, language)}`],
                  [words.whatStays, words.stays],
                  [words.ifNothing, words.goesOn],
                ]
              : [[words.whatStays, words.stays]]
          }
        />
        {isWorking ? (
          <form method="post" action={action}>
            <div className="actions">
              <button type="submit" className="button danger">
                {stop}
              </button>
            </div>
            <p className="aside small">{words.you}</p>
          </form>
        ) : (
          <div className="actions">
            <a className="button second" href="/login?return_to=%2F">
              {words.see}
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
  const words = useWords(stopAccessWords);
  return (
    <Facts
      facts={[
        { label: what, value: <bdi>{name}</bdi>, strong: true },
        ...(app === null
          ? []
          : [
              { label: words.appOf, value: app.host ?? words.nobody, strong: true },
              { label: words.wentTo, value: <bdi>{app.redirectHost}</bdi> },
            ]),
        ...(workspaceName === null ? [] : [{ label: words.workspace, value: <bdi>{workspaceName}</bdi> }]),
        { label: words.made, value: <time dateTime={createdAt}>{minuteInUtc(createdAt, useLocale().tag)}</time> },
        { label: words.by, value: madeWith === null ? words.ways[source] : words.with(words.ways[source], madeWith) },
        ...(clientIp === null ? [] : [{ label: words.network, value: clientIp }]),
      ]}
    />
  );
}
