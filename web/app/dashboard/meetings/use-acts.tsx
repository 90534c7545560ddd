import { useState } from 'react';
import type { HostAct } from '../../../../domain/booking/host-acts.ts';
import { useDone } from '../../parts/done.tsx';
import type { Acts } from './acts-context.ts';
import { EndDialog } from './end-dialog.tsx';
import type { AnyMeeting } from './meeting.ts';
import { MoveDialog } from './move-dialog.tsx';

/** @param after reads again what an act has changed */
export function useActs(after: () => Promise<void>): Acts {
  const { done, report } = useDone();
  const [open, setOpen] = useState<{ act: Exclude<HostAct, 'approve'>; meeting: AnyMeeting } | null>(null);
  const finish: Acts['finish'] = (words, work) =>
    report(words, async () => {
      await work();
      setOpen(null);
      await after();
    });
  const close = () => setOpen(null);
  return {
    done,
    finish,
    start: (act, meeting) => setOpen({ act, meeting }),
    dialog:
      open &&
      (open.act === 'move' ? (
        <MoveDialog meeting={open.meeting} finish={finish} onClose={close} />
      ) : (
        <EndDialog act={open.act} meeting={open.meeting} finish={finish} onClose={close} />
      )),
  };
}
