import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import type { Membership } from '../workspaces/choice.ts';
import { leaveForPortal } from './leaving.ts';
import { refusalOf } from './refusal-words.ts';

interface PortalButtonProps {
  readonly workspace: Membership;
  readonly label: string;
  readonly look?: 'main' | 'second' | 'link';
}

const LOOKS = { main: 'button compact', second: 'button second compact', link: 'link-button' } as const;

/** Card, invoices, address and the end of the subscription are at the payment provider's. */
export function PortalButton({ workspace, label, look = 'second' }: PortalButtonProps) {
  const { call } = useApi();
  const open = useAction(() => leaveForPortal(call, workspace));
  return (
    <>
      <button type="button" className={LOOKS[look]} aria-disabled={open.busy} onClick={() => void open.run()}>
        {label}
      </button>
      {open.error && <Notice notice={refusalOf(open.error)} />}
    </>
  );
}
