import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { makerWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import type { Place } from './event-type.ts';
import { makerOf, makesLinks, useLinkMakers } from './link-makers.ts';

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
