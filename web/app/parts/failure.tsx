import { useLayoutEffect, useRef, useState } from 'react';
import type { Plan } from '../../../schemas/shapes/plan.ts';
import { failureWords as say } from '../../../texts/en/dashboard/parts.ts';
import { Notice } from '../../parts/notice.tsx';
import type { CallError } from '../data/call.ts';
import { useWorkspaceSlug } from '../data/workspace-context.ts';
import { useBroughtIntoSight } from './in-sight.ts';
import { noticeOf } from './words.ts';

/**
 * Why an action failed, above its fields, brought into sight. If the plan has no room, it leads to one that has: in a tab of its own, so that what was typed is still
 * there afterwards.
 */
export function Failure({ error }: { readonly error: CallError }) {
  const slug = useWorkspaceSlug();
  const place = useRef<HTMLSpanElement>(null);
  useBroughtIntoSight(place, error);
  const [isMarked, setMarked] = useState(true);
  // The service may refuse what has no field here, such as one window of a week.
  useLayoutEffect(() => {
    const form = place.current?.closest('form, dialog, section');
    setMarked(form?.querySelector('[aria-invalid="true"]') != null);
  });
  return (
    <Notice notice={noticeOf(error, isMarked)}>
      <span ref={place} hidden />
      {error.status === 402 && error.reason !== 'workspace_deleted' && (
        <p>
          <a href={planUrlOf(error, slug)} target="_blank" rel="noopener">
            {error.reason === 'workspace_locked' ? say.pay : say.choose}
            <span className="quiet">{say.tab}</span>
          </a>
        </p>
      )}
    </Notice>
  );
}

/** The section of the home page where the plan that has room is chosen. */
function planUrlOf({ details }: CallError, workspace: string | null): string {
  const { feature, used, fitsFrom: plan } = details as { feature?: string; used?: number; fitsFrom?: Plan | null };
  const members = plan && feature === 'members' && used !== undefined ? String(used + 1) : null;
  return `/settings/billing?${new URLSearchParams({ ...(workspace && { workspace }), ...(plan && { plan }), ...(members && { members }) })}#plan`;
}
