import { buyingFailureWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { Notice } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import type { Membership } from '../workspaces/choice.ts';
import { PortalButton } from './portal-button.tsx';
import { isMendedAtPortal, refusalOf } from './refusal-words.ts';

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
