import type { PlanOffer } from '../../schemas/shapes/billing.ts';
import { Layout, Sheet } from '../parts/layout.tsx';

export interface PlansPageProps {
  readonly offers: readonly PlanOffer[];
  /** where hosts sign in or sign up; null: they have, and this is where their plan is */
  readonly loginUrl: string | null;
  /** the section of the home page that shows plan and use */
  readonly homeUrl: string;
}

const DESCRIPTION =
  'Every new account tries Growth for 14 days, without a card. Afterwards it is Free, and nothing is deleted.';

/** {app_url}/plans: what each plan allows, and what it costs. */
export function PlansPage({ offers, loginUrl, homeUrl }: PlansPageProps) {
  return (
    <Layout title="Plans" description={DESCRIPTION} wide>
      <Sheet>
        <h1>Plans</h1>
        <p className="lead">{DESCRIPTION}</p>
        <ul className="plans">
          {offers.map((offer) => (
            <Offer key={offer.plan} offer={offer} />
          ))}
        </ul>
        <p>
          {loginUrl === null ? (
            <a href={homeUrl}>See your plan, and how much of it is used</a>
          ) : (
            <a href={loginUrl}>Sign in, or start your trial</a>
          )}
        </p>
        <p className="small quiet">
          Prices are in US dollars for each member, without VAT. A year costs ten months. When a plan has no room for
          one more, only adding is refused: what is there stays, and guests can book.
        </p>
      </Sheet>
    </Layout>
  );
}

function Offer({ offer: { name, usdPerMemberMonthly, usdPerMemberYearly, caps } }: { offer: PlanOffer }) {
  const isFree = usdPerMemberMonthly === 0;
  return (
    <li>
      <h2>{name}</h2>
      <p>
        <strong className="price">${usdPerMemberMonthly}</strong>{' '}
        <span className="small quiet">{isFree ? 'for good' : 'per member, monthly'}</span>
      </p>
      <p className="small quiet">{isFree ? 'For one person' : `or $${usdPerMemberYearly} yearly`}</p>
      <ul className="small">
        <li>{caps.members === null ? 'Any number of members' : counted(caps.members, 'member')}</li>
        <li>{capWords(caps.eventTypes, 'event type')}</li>
        <li>{capWords(caps.teams, 'team')}</li>
        <li>{capWords(caps.agentSeats, 'agent seat')}</li>
      </ul>
    </li>
  );
}

const counted = (count: number, one: string): string => `${count === 0 ? 'No' : count} ${one}${count === 1 ? '' : 's'}`;

const capWords = (cap: number | null, one: string): string => (cap === null ? `Unlimited ${one}s` : counted(cap, one));
