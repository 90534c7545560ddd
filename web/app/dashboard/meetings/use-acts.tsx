import { useState } from 'react';
import { useDone } from '../../parts/done.tsx';
import { useToast } from '../../parts/toast.tsx';
import type { Acts, ActThatAsks } from './acts-context.ts';
import { EndDialog } from './end-dialog.tsx';
import type { AnyMeeting } from './meeting.ts';
import { MoveDialog } from './move-dialog.tsx';

/** @param after reads again what an act has changed */
export function useActs(after: () => Promise<void>): Acts {
  const { done, gone, report } = useDone();
  const toast = useToast();
  const [open, setOpen] = useState<{ act: ActThatAsks; meeting: AnyMeeting } | null>(null);
  const finish: Acts['finish'] = (words, work, undo) =>
    report(undo ? '' : words, async () => {
      await work();
      setOpen(null);
      await after();
      if (undo) toast(words, () => undo().then(after));
    });
  const close = () => setOpen(null);
  return {
    done,
    gone,
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
