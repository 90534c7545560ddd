import { AppError } from '../../../schemas/errors.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { failureOf } from '../../core/call.ts';
import { addressOf, eventPath } from '../booking/event-address.ts';
import { loadBrand } from '../shell/brand.ts';
import { notFoundProblem } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { CardShelf, versionOf } from './card-shelf.ts';
import { type Card, drawCard, hasCard } from './draw-card.ts';

const ONE_HOUR_SECONDS = 3_600;

/** Of this process. */
const shelf = new CardShelf(drawCard);

const cardOf = ({ brand }: Visit, event: Pick<Card, 'title' | 'host' | 'minutes'>, organization: string): Card => ({
  ...event,
  brand: brand?.name ?? organization,
  colour: brand?.accentColor ?? null,
});

/** The absolute address of an event's picture, another one after each change of what it shows; null if the card's typeface lacks letters of its title. */
export function cardUrl(
  visit: Visit,
  address: EventAddress,
  event: Pick<Card, 'title' | 'host' | 'minutes'>,
  organization: string,
): string | null {
  if (!hasCard(event)) return null;
  const { publicUrl } = visit.kit.services.urls;
  return `${publicUrl}${eventPath(address)}/card.png?v=${versionOf(cardOf(visit, event, organization))}`;
}

/**
 * GET …/{eventSlug}/card.png: what previews of a shared link show. It counts as a read of the caller; the query chooses
 * nothing, so there is one picture for each event.
 */
export async function showCard(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  if (await visit.isOverLimit()) return;
  const { bookableEvents } = visit.kit.services;
  const [found] = await Promise.all([bookableEvents.find(address, visit.now), loadBrand(visit, address.workspace)]);
  if (!found || found.event.eventType.archived) return visit.show('problem', notFoundProblem(visit.locale), 404);
  const { eventType, host, rules, workspace } = found.event;
  const event = { title: eventType.name, host: host.name, minutes: rules.durationMinutes };
  if (!hasCard(event)) return visit.show('problem', notFoundProblem(visit.locale), 404);
  const card = shelf.find(cardOf(visit, event, workspace.name));
  if (card === null)
    return visit.fail(
      failureOf(new AppError('service.unavailable', 'Many pictures are being drawn.', { retryAfterSeconds: 5 }), null),
    );
  visit.response
    .set('Cache-Control', `public, max-age=${ONE_HOUR_SECONDS}`)
    .set('Cross-Origin-Resource-Policy', 'cross-origin')
    .type('png')
    .send(await card);
}
