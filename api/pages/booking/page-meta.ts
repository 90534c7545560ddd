import { teamSlugOf } from '../../../domain/bookable/bookable-event.ts';
import type { EventType } from '../../../schemas/shapes/public-calendar.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import type { HostFaces } from '../../../web/parts/faces.tsx';
import type { PageMeta } from '../../../web/parts/frame.ts';
import { cardUrl } from '../cards/event-card.ts';
import type { Visit } from '../shell/visit.ts';
import { eventPath, hostPath } from './event-address.ts';

type HostAddress = Omit<EventAddress, 'eventSlug'>;

interface HostFacts {
  readonly hostName: string;
  readonly organizationName: string;
  readonly faces: HostFaces;
}

interface EventFacts extends HostFacts {
  readonly event: Pick<EventType, 'name' | 'description' | 'durationMinutes'>;
}

const CONTEXT = { '@context': 'https://schema.org' } as const;

const publicUrlOf = (visit: Visit): string => visit.kit.services.urls.publicUrl;

/** The address for agents is the page's address with `.md`: names have no dot. */
const addresses = (visit: Visit, path: string) => ({
  canonicalUrl: `${publicUrlOf(visit)}${path}`,
  markdownHref: `${path}.md`,
});

const imageOf = (visit: Visit): string | null => {
  const href = visit.brand?.avatarHref ?? null;
  return href === null ? null : `${publicUrlOf(visit)}${href}`;
};

const organization = (visit: Visit, { organizationName }: HostFacts) => {
  const logo = imageOf(visit);
  return { '@type': 'Organization', name: organizationName, ...(logo === null ? {} : { logo }) };
};

/** A host's picture and words; a team has those of nobody. */
function faceOf(visit: Visit, { faces: { isTeam, people, bio } }: HostFacts) {
  const photo = isTeam ? null : (people[0]?.photoHref ?? null);
  return {
    ...(photo === null ? {} : { image: `${publicUrlOf(visit)}${photo}` }),
    ...(bio === null ? {} : { description: bio }),
  };
}

/** The host: a person who works for the workspace, or a team that is part of it. */
const provider = (visit: Visit, address: HostAddress, facts: HostFacts) => ({
  ...(teamSlugOf(address.username) === null
    ? { '@type': 'Person', worksFor: organization(visit, facts) }
    : { '@type': 'Organization', parentOrganization: organization(visit, facts) }),
  name: facts.hostName,
  ...faceOf(visit, facts),
  url: `${publicUrlOf(visit)}${hostPath(address)}`,
});

const describe = (description: string | null) => (description === null ? {} : { description });

/** For a host's or team's page: who it is and what can be booked. */
export function hostMeta(
  visit: Visit,
  address: HostAddress,
  facts: HostFacts & { readonly events: readonly Pick<EventType, 'name' | 'description' | 'slug'>[] },
): PageMeta {
  const offers = facts.events.map(({ name, description, slug }) => ({
    '@type': 'Offer',
    itemOffered: {
      '@type': 'Service',
      name,
      ...describe(description),
      url: `${publicUrlOf(visit)}${eventPath({ ...address, eventSlug: slug })}`,
    },
  }));
  return {
    ...addresses(visit, hostPath(address)),
    imageUrl: imageOf(visit),
    hasCard: false,
    jsonLd: { ...CONTEXT, ...provider(visit, address, facts), makesOffer: offers },
  };
}

/** The event's card; the avatar for a title that it can't show. */
function previewOf(visit: Visit, address: EventAddress, { event, hostName, organizationName }: EventFacts) {
  const shown = { title: event.name, host: hostName, minutes: event.durationMinutes };
  const card = cardUrl(visit, address, shown, organizationName);
  return { imageUrl: card ?? imageOf(visit), hasCard: card !== null };
}

/** For an event's page: what can be booked, by people on the page and by programs with the API. */
export function eventMeta(visit: Visit, address: EventAddress, facts: EventFacts): PageMeta {
  const { event } = facts;
  const path = eventPath(address);
  const entry = (urlTemplate: string, contentType: string) => ({
    '@type': 'EntryPoint',
    urlTemplate,
    httpMethod: 'GET',
    contentType,
  });
  const publicUrl = publicUrlOf(visit);
  return {
    ...addresses(visit, path),
    ...previewOf(visit, address, facts),
    jsonLd: {
      ...CONTEXT,
      '@type': 'Service',
      name: event.name,
      ...describe(event.description),
      url: `${publicUrl}${path}`,
      provider: provider(visit, address, facts),
      potentialAction: {
        '@type': 'ReserveAction',
        target: [
          entry(`${publicUrl}${path}`, 'text/html'),
          entry(`${publicUrl}/api/v1/public${path}/slots`, 'application/json'),
        ],
        result: { '@type': 'Reservation', name: event.name },
      },
    },
  };
}
