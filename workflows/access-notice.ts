import {
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { AccessNoticeActivities } from '../activities/access/access-notice.ts';
import type { AccessNoticeEnd } from '../domain/access/new-access.ts';
import { flows } from './catalogue.ts';
import { searchAttributes } from './search-attributes.ts';

/** If no mail leaves within a day, the sweep starts the flow again. */
const mail = proxyActivities<AccessNoticeActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** Mails a person what can act for them since just now. Neither the link's token nor the address enters this flow. */
export async function accessNotice({ noticeId }: { readonly noticeId: string }): Promise<AccessNoticeEnd> {
  // A nudge starts a flow that is gone. One that runs needs none.
  setHandler(defineSignal(flows.accessNotice.signals.nudge), () => {});
  setCurrentDetails('Mailing that something can act for a person since just now.');
  const end = await mailNotice(noticeId);
  setCurrentDetails(WORDS[end]);
  upsertSearchAttributes([{ key: searchAttributes.flowState, value: end }]);
  return end;
}

async function mailNotice(noticeId: string): Promise<AccessNoticeEnd> {
  try {
    return await mail.mailNewAccess.executeWithOptions({ summary: 'mail the person' }, [noticeId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return 'unsent';
  }
}

const WORDS: Readonly<Record<AccessNoticeEnd, string>> = {
  mailed: 'Over: the person has the mail.',
  left_out: 'Over: the person had enough such mails today, the last of which said so.',
  undeliverable: 'Over: the mail provider refuses this address.',
  gone: 'Over: the person, the workspace or the notice is gone.',
  unsent: 'Over for now: the mail provider took no mail for a day. The sweep starts this flow again.',
};
