import { connectButtonsWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { noticeOf } from '../../parts/words.ts';
import { inWorkspace, type Membership } from '../workspaces/choice.ts';
import type { Connection, Listed } from './use-listed.ts';

export type Connecting = Action<[provider: Connection['provider'], connectionId?: string]>;

const LEAVING_MS = 20_000;

/** The browser leaves. Ends if it stays, or when the person comes back by the browser's button. */
const untilBack = (): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, LEAVING_MS);
  });

/** Takes the person to the provider, to connect an account, or one again. */
export function useConnecting(workspace: Membership): Connecting {
  const { call } = useApi();
  return useAction(async (provider, connectionId) => {
    const redirectAfter = inWorkspace('/settings/calendars', workspace);
    const again = connectionId === undefined ? {} : { connectionId };
    const { installUrl } = await call('connectCalendar', { provider, redirectAfter, ...again }, workspace.id);
    // This page said what will be shared: straight to the provider.
    location.assign(`${installUrl}/go`);
    await untilBack();
  });
}

interface ConnectButtonsProps {
  readonly listed: Listed;
  readonly connecting: Connecting;
}

/** A button for each provider, and how the last try went. */
export function ConnectButtons({ listed: { providers, connecting: links }, connecting }: ConnectButtonsProps) {
  // An older try does not matter any more.
  const last = links[0];
  if (providers.length === 0) return <p className="small quiet none">{say.none}</p>;
  return (
    <>
      {connecting.error && <Notice notice={noticeOf(connecting.error)} />}
      {last?.state === 'open' && last.problem !== null && (
        <p className="small event-notice">
          {say.last} {last.problem}
        </p>
      )}
      <div className="actions">
        {providers.map(({ provider, name }) => (
          <button
            key={provider}
            type="button"
            className="button second compact"
            aria-disabled={connecting.busy}
            onClick={() => void connecting.run(provider)}
          >
            {say.connect(name)}
          </button>
        ))}
      </div>
      <p className="small quiet" role="status">
        {connecting.busy && say.moment}
      </p>
    </>
  );
}
