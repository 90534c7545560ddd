import { useState } from 'react';
import { devicePageWords as say } from '../../../texts/en/dashboard/device.ts';
import { useApi } from '../data/api-context.ts';
import { CallError } from '../data/call.ts';
import { useLoad } from '../data/use-load.ts';
import { LoadState } from '../parts/load-state.tsx';
import { AskDevice } from './ask-device.tsx';
import { EnterCode } from './enter-code.tsx';
import { DeviceOutcome, type Outcome } from './outcome.tsx';
import type { Device, Mine } from './shapes.ts';

const codeOfAddress = (): string => new URLSearchParams(location.search).get('code')?.trim() ?? '';

/** {app_url}/device: a person sees the caller, and decides. */
export function DevicePage() {
  const [code, setCode] = useState(codeOfAddress);
  const enter = (typed: string): void => {
    history.replaceState(null, '', `/device?${new URLSearchParams({ code: typed })}`);
    setCode(typed);
  };
  return (
    <div className="sheet device">
      {code === '' ? <EnterCode onCode={enter} /> : <Asked code={code} onCode={enter} />}
    </div>
  );
}

type Found = { readonly device: Device; readonly mine: Mine } | { readonly problem: CallError };

function Asked({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const { call } = useApi();
  const found = useLoad(`device ${code}`, async (): Promise<Found> => {
    try {
      const [device, mine] = await Promise.all([call('viewDevice', { userCode: code }), call('listWorkspaces', {})]);
      // A deleted workspace gives no key; a device that has one still shows where.
      if (device.status !== 'pending') return { device, mine };
      return { device, mine: { ...mine, workspaces: mine.workspaces.filter(({ eraseAt }) => eraseAt === null) } };
    } catch (error) {
      // Another code repairs these; all else may be retried.
      if (error instanceof CallError && (error.status === 404 || error.status === 400)) return { problem: error };
      throw error;
    }
  });
  return (
    <>
      {found.state.status !== 'ready' && <h1>{say.title}</h1>}
      <LoadState {...found} what={say.what}>
        {(answer) =>
          'problem' in answer ? (
            <EnterCode key={code} typed={code} problem={answer.problem} onCode={onCode} />
          ) : (
            <Decision {...answer} />
          )
        }
      </LoadState>
    </>
  );
}

const OUTCOMES: Readonly<Record<Exclude<Device['status'], 'pending'>, Outcome>> = {
  approved: 'approved',
  consumed: 'connected',
  denied: 'denied',
  expired: 'expired',
};

function Decision({ device, mine }: { device: Device; mine: Mine }) {
  const [decided, setDecided] = useState<Outcome | null>(null);
  const outcome = decided ?? (device.status === 'pending' ? null : OUTCOMES[device.status]);
  if (outcome !== null) return <DeviceOutcome outcome={outcome} device={device} mine={mine} />;
  return <AskDevice device={device} mine={mine} onDecided={setDecided} />;
}
