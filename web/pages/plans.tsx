import { MOST_QUANTITY } from '../../domain/billing/plans.ts';
import type { PlanOffer } from '../../schemas/shapes/billing.ts';
import { Layout, Sheet } from '../parts/layout.tsx';

export interface PlansPageProps {
  readonly offers: readonly PlanOffer[];
  readonly isSignedIn: boolean;
  /** the page of the settings that shows plan and use; by way of sign-in for who is signed out */
  readonly homeUrl: string;
  /** the same with the plan chosen, for each plan that costs something */
  readonly chooseUrls: Readonly<Partial<Record<PlanOffer['plan'], string>>>;
}

const DESCRIPTION =
  'Every new account tries Growth for 14 days, without a card. Afterwards it is Free, and nothing is deleted.';

/** {app_url}/plans: what each plan allows, and what it costs. */
export function PlansPage({ offers, isSignedIn, homeUrl, chooseUrls }: PlansPageProps) {
  return (
    <Layout title="Plans" description={DESCRIPTION} wide>
      <Sheet>
        <h1>Plans</h1>
        <p className="lead">{DESCRIPTION}</p>
        <ul className="plans">
          {offers.map((offer) => (
            <Offer key={offer.plan} offer={offer} chooseUrl={chooseUrls[offer.plan]} />
          ))}
        </ul>
        <p>
          <a href={homeUrl}>
            {isSignedIn ? 'See your plan, and how much of it is used' : 'Sign in, or start your trial'}
          </a>
        </p>
        <p className="small quiet">
          Prices are in US dollars for each member, without VAT. A year costs ten months. When a plan has no room for
          one more, only adding is refused: what is there stays, and guests can book.
        </p>
      </Sheet>
    </Layout>
  );
}

interface OfferProps {
  readonly offer: PlanOffer;
  /** undefined: nothing is to be bought */
  readonly chooseUrl: string | undefined;
}

function Offer({ offer, chooseUrl }: OfferProps) {
  const { name, usdPerMemberMonthly, usdPerMemberYearly, caps } = offer;
  const isFree = usdPerMemberMonthly === 0;
  return (
    <li>
      <h2>{name}</h2>
      <p>
        <strong className="price">${usdPerMemberMonthly}</strong>
      </p>
      <p className="small quiet">{isFree ? 'for good' : 'per member, monthly'}</p>
      <p className="small quiet">{isFree ? 'For one person' : `or $${usdPerMemberYearly} yearly`}</p>
      <ul className="small">
        <li>{caps.members === null ? `Up to ${MOST_QUANTITY} members` : counted(caps.members, 'member')}</li>
        <li>{capWords(caps.eventTypes, 'event type')}</li>
        <li>{capWords(caps.teams, 'team')}</li>
        <li>{capWords(caps.agentSeats, 'agent seat')}</li>
      </ul>
      {chooseUrl !== undefined && (
        <p>
          <a className="button second" href={chooseUrl}>
            Choose {name}
          </a>
        </p>
      )}
    </li>
  );
}

const counted = (count: number, one: string): string => `${count === 0 ? 'No' : count} ${one}${count === 1 ? '' : 's'}`;

const capWords = (cap: number | null, one: string): string => (cap === null ? `Unlimited ${one}s` : counted(cap, one));
