import { type ReactNode, useState } from 'react';
import { webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useClosingMenu } from '../../parts/use-closing-menu.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { ChangeEndpoint } from './change-endpoint.tsx';
import { type EndpointProps, shortUrl } from './webhook.ts';

type Opened = 'none' | 'change' | 'rotate' | 'remove';

interface EndpointMenuProps extends EndpointProps {
  /** further items */
  readonly children: ReactNode;
}

/** What is done with an endpoint now and then. */
export function EndpointMenu({ endpoint, onChanged, onSecret, children }: EndpointMenuProps) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const menu = useClosingMenu();
  const [opened, setOpened] = useState<Opened>('none');
  const close = (): void => setOpened('none');
  const item = (what: Opened, label: string) => (
    <button
      type="button"
      className="menu-item"
      onClick={() => {
        // The dialog gives the focus back to what had it: that must be in sight.
        menu.current?.querySelector('summary')?.focus();
        if (menu.current) menu.current.open = false;
        setOpened(what);
      }}
    >
      {label}
    </button>
  );
  const { id: webhookId } = endpoint;
  const url = shortUrl(endpoint.url);
  const rotate = async (): Promise<void> => {
    const { secret } = await call('rotateWebhookSecret', { webhookId }, workspace.id);
    onSecret(secret);
    await onChanged('');
  };
  const remove = async (): Promise<void> => {
    await call('deleteWebhook', { webhookId }, workspace.id);
    await onChanged(say.removed(url));
  };
  return (
    <>
      <details className="menu acts" ref={menu}>
        <summary>
          {say.more}
          <span className="vh"> {url}</span>
        </summary>
        <div className="sheet">
          {item('change', say.change)}
          {children}
          {item('rotate', say.rotate)}
          {item('remove', say.remove)}
        </div>
      </details>
      {opened === 'change' && <ChangeEndpoint endpoint={endpoint} onSaved={onChanged} onClose={close} />}
      {opened === 'rotate' && (
        <Confirm title={say.rotateTitle(url)} verb={say.rotate} act={rotate} onClose={close}>
          <p>{say.rotateText}</p>
        </Confirm>
      )}
      {opened === 'remove' && (
        <Confirm title={say.removeTitle(url)} verb={say.remove} act={remove} onClose={close}>
          <p>{say.removeText}</p>
        </Confirm>
      )}
    </>
  );
}
