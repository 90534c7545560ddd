import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Acts } from './acts-context.ts';
import { actsOf, type MeetingDetail } from './meeting.ts';

/** `?act=move` or `?act=cancel`, as in mails: opens what the act asks for, if it is possible now. The address forgets it. */
export function useActOfAddress(meeting: MeetingDetail, { start }: Acts): void {
  const search: { readonly act?: string | undefined } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { act } = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an address; the meeting is read again meanwhile
  useEffect(() => {
    if (act === undefined) return;
    const wanted = actsOf(meeting, Date.now()).find((one) => one === act);
    if (wanted !== undefined && wanted !== 'approve' && wanted !== 'undoNoShow') start(wanted, meeting);
    void navigate({ to: '.', search: (before) => ({ ...before, act: undefined }), replace: true });
  }, [act]);
}
