import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { inLanguages } from '../../../../domain/languages.ts';
import { useWords } from '../../../texts/locale.ts';
import type { Place } from './event-type.ts';
import { makerOf, makesLinks, useLinkMakers } from './link-makers.ts';

const makerWords = inLanguages(
  {
    none: (maker: string) => `You have no ${maker} calendar connected that makes a link for each meeting.`,
    connect: 'Connect one',
    newTab: '(new tab)',
    orElse: ', or enter a link below. Otherwise guests get none.',
    enter: 'Enter a link below. Otherwise guests get none.',
  },
  {
    none: (maker: string) => `Kein Kalender von ${maker} ist verbunden, der für jeden Termin einen Link anlegt.`,
    connect: 'Verbinden Sie einen',
    newTab: '(neuer Tab)',
    orElse: ', oder geben Sie unten einen Link ein. Sonst bekommen Gäste keinen.',
    enter: 'Geben Sie unten einen Link ein. Sonst bekommen Gäste keinen.',
  },
);

/** Beside the choice of a place whose links nobody would make. The region is always there, for screen readers. */
export function NoLinkMaker({ place }: { readonly place: Place }) {
  const words = useWords(makerWords);
  const makers = useLinkMakers();
  const maker = makerOf(place);
  if (maker === null || makesLinks(makers, place)) return <div role="status" />;
  const canConnect = makers?.offered.includes(maker) ?? false;
  return (
    <div role="status">
      <p className="small event-notice none">
        {words.none(PROVIDER_NAMES[maker])}{' '}
        {canConnect ? (
          <>
            <a href="/settings/calendars" target="_blank" rel="noopener">
              {words.connect}
              <span className="vh"> {words.newTab}</span>
            </a>
            {words.orElse}
          </>
        ) : (
          words.enter
        )}
      </p>
    </div>
  );
}
