import { Notice } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { pageWords } from '../../parts/page-words.ts';
import type { Membership } from '../workspaces/choice.ts';
import { PortalButton } from './portal-button.tsx';
import { isMendedAtPortal, refusalOf } from './refusal-words.ts';

const say = pageWords(
  {
    card: 'Card and invoices',
  },
  {
    card: 'Karte und Rechnungen',
  },
);

interface BuyingFailureProps {
  readonly error: CallError;
  readonly workspace: Membership;
}

/** Why nothing can be bought, and the way to what mends it. */
export const BuyingFailure = ({ error, workspace }: BuyingFailureProps) => (
  <Notice notice={refusalOf(error)}>
    {isMendedAtPortal(error) && (
      <p>
        <PortalButton workspace={workspace} label={say.card} />
      </p>
    )}
  </Notice>
);
