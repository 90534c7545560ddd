import { MOST_QUANTITY } from '../../domain/billing/plans.ts';
import type { PlanOffer } from '../../schemas/shapes/billing.ts';
import { plansWords } from '../../texts/en/pages/accounts.ts';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

export interface PlansPageProps {
  readonly offers: readonly PlanOffer[];
  readonly isSignedIn: boolean;
  /** the page of the settings that shows plan and use; by way of sign-in for who is signed out */
  readonly homeUrl: string;
  /** the same with the plan chosen, for each plan that costs something */
  readonly chooseUrls: Readonly<Partial<Record<PlanOffer['plan'], string>>>;
}

/** {app_url}/plans: what each plan allows, and what it costs. */
export function PlansPage({ offers, isSignedIn, homeUrl, chooseUrls }: PlansPageProps) {
  const words = useWords(plansWords);
  return (
    <Layout title={words.title} description={words.lead} wide>
      <Sheet>
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
        <ul className="plans">
          {offers.map((offer) => (
            <Offer key={offer.plan} offer={offer} chooseUrl={chooseUrls[offer.plan]} />
          ))}
        </ul>
        <p>
          <a href={homeUrl}>{isSignedIn ? words.seeYours : words.signIn}</a>
        </p>
        <p className="small quiet">{words.small}</p>
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
  const words = useWords(plansWords);
  const { name, usdPerMemberMonthly, usdPerMemberYearly, caps } = offer;
  const isFree = usdPerMemberMonthly === 0;
  return (
    <li>
      <h2>{name}</h2>
      <p>
        <strong className="price">${usdPerMemberMonthly}</strong>
      </p>
      <p className="small quiet">{isFree ? words.forGood : words.monthly}</p>
      <p className="small quiet">{isFree ? words.onePerson : words.yearly(usdPerMemberYearly)}</p>
      <ul className="small">
        <li>{caps.members === null ? words.upTo(MOST_QUANTITY) : words.members(caps.members)}</li>
        <li>{words.eventTypes(caps.eventTypes)}</li>
        <li>{words.teams(caps.teams)}</li>
        <li>{words.seats(caps.agentSeats)}</li>
      </ul>
      {chooseUrl !== undefined && (
        <p>
          <a className="button second" href={chooseUrl}>
            {words.choose(name)}
          </a>
        </p>
      )}
    </li>
  );
}
