import { Notice } from '../../parts/notice.tsx';
import type { CallError } from '../data/call.ts';
import { noticeOf } from './words.ts';

/** Why an action failed, above its fields. If the plan has no room, it leads to those that have. */
export function Failure({ error }: { readonly error: CallError }) {
  return (
    <Notice notice={noticeOf(error)}>
      {error.upgradeUrl !== undefined && (
        <p>
          <a href={new URL(error.upgradeUrl).pathname}>Compare plans</a>
        </p>
      )}
    </Notice>
  );
}
