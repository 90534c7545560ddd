import { useState } from 'react';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { noticeOf } from '../../parts/words.ts';
import { type Meeting, MeetingFacts } from './meeting-facts.tsx';

interface RequestsProps {
  readonly requests: readonly Meeting[];
  /** says what was done, once it is */
  readonly report: (words: string, work: () => Promise<void>) => Promise<void>;
  readonly onDecided: () => Promise<void>;
}

/** Requests that the person decides on: they stand first, since they end by themselves. */
export function Requests({ requests, ...how }: RequestsProps) {
  if (requests.length === 0) return null;
  return (
    <ul className="rows" aria-label="Requests that wait for your answer">
      {requests.map((request) => (
        <Request key={request.id} request={request} {...how} />
      ))}
    </ul>
  );
}

type RequestProps = Omit<RequestsProps, 'requests'> & { readonly request: Meeting };

function Request({ request, report, onDecided }: RequestProps) {
  const { call } = useApi();
  const [isDeclining, setDeclining] = useState(false);
  const { id, guest, startAt, workspace } = request;
  const approve = useAction(() =>
    report(`The request of ${guest} is approved.`, async () => {
      await call('approveBooking', { bookingId: id, startAt }, workspace.id);
      await onDecided();
    }),
  );
  return (
    <li>
      <div>
        <MeetingFacts meeting={request} workspace={workspace.name} />
        {approve.error && <Notice notice={noticeOf(approve.error)} />}
      </div>
      <div className="actions">
        <a className="button second compact" href={`/meetings/${id}/prep`}>
          Read<span className="vh"> the request of {guest}</span>
        </a>
        <button type="button" className="button second compact" onClick={() => approve.run()}>
          {approve.busy ? 'Approving …' : 'Approve'}
          <span className="vh"> the request of {guest}</span>
        </button>
        <button type="button" className="button second danger compact" onClick={() => setDeclining(true)}>
          Decline<span className="vh"> the request of {guest}</span>
        </button>
      </div>
      {isDeclining && <Decline {...{ request, report, onDecided }} onClose={() => setDeclining(false)} />}
    </li>
  );
}

/** Asks before: the time is free again at once, and the guest is mailed. */
function Decline({ request, report, onDecided, onClose }: RequestProps & { readonly onClose: () => void }) {
  const { call } = useApi();
  const { id, guest, workspace } = request;
  const decline = useAction((form: FormData) => {
    const reason = String(form.get('reason')).trim();
    return report(`The request of ${guest} is declined.`, async () => {
      await call('declineBooking', { bookingId: id, ...(reason !== '' && { reason }) }, workspace.id);
      onClose();
      await onDecided();
    });
  });
  return (
    <FormDialog title={`Decline the request of ${guest}?`} action={decline} submit="Decline" onClose={onClose}>
      <p>The time is free again at once, and the guest is told by mail.</p>
      <TextField
        name="reason"
        label="A word to the guest"
        hint="It stands in the mail."
        optional
        maxLength={500}
        error={decline.error}
      />
    </FormDialog>
  );
}
