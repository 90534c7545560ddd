import { noMailWords, noRemindersWords } from '../../texts/en/pages/accounts.ts';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

export interface NoMailPageProps {
  readonly state: 'asks' | 'refused' | 'allowed';
  readonly action: string;
  /** Whose reminders stop; null: all mails of strangers do. */
  readonly workspaceName: string | null;
}

/** For somebody who wants no mails from people they do not know, or no reminders of a workspace. Opening the link changes nothing; the button does. */
export function NoMailPage({ state, action, workspaceName }: NoMailPageProps) {
  const ofStrangers = useWords(noMailWords);
  const ofReminders = useWords(noRemindersWords);
  const words = workspaceName === null ? ofStrangers : ofReminders(workspaceName);
  const { heading, lead } = {
    asks: { heading: words.heading, lead: words.lead },
    refused: { heading: words.refused, lead: words.refusedLead },
    allowed: { heading: words.allowed, lead: words.allowedLead },
  }[state];
  return (
    <Layout title={words.title}>
      <Sheet>
        <h1>{heading}</h1>
        <p className="lead">{lead}</p>
        <form method="post" action={action}>
          {state === 'refused' && <input type="hidden" name="allow" value="1" />}
          <div className="actions">
            <button type="submit" className={state === 'refused' ? 'button second' : 'button'}>
              {state === 'refused' ? words.allow : words.submit}
            </button>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}
