import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { PlaceHead } from '../place-head.tsx';
import { RemindersGroup } from '../reminders/reminders-group.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { BasicsGroup } from './basics-group.tsx';
import { CreationFailure } from './creation-failure.tsx';
import { EditorProvider } from './editor-context.ts';
import { type Answer, keyOf } from './event-type.ts';
import { GuestsGroup } from './guests-group.tsx';
import { LookGroup } from './look-group.tsx';
import { OnOff } from './on-off.tsx';
import { PlaceGroup } from './place-group.tsx';
import { PrepGroup } from './prep-group.tsx';
import { Preview } from './preview.tsx';
import { QuestionsGroup } from './questions/questions-group.tsx';
import { ShareSection } from './share-section.tsx';
import { TimesGroup } from './times-group.tsx';
import { useEditing } from './use-editing.ts';
import { useShownGroup } from './use-shown-group.ts';

/** /event-types/{eventTypeId}: all settings of one, and how it looks to guests. */
export function EventTypePage() {
  const words = useWords(settingsWords);
  const { to, linkTo, copyLink, noRole, noRoleText } = useWords(listWords);
  const { eventTypeId = '' } = useParams({ strict: false });
  const { call } = useApi();
  const { workspace } = useDashboard();
  const view = useLoad(keyOf(eventTypeId), () => call('getEventType', { eventTypeId }, workspace.id));
  const known = view.state.status === 'ready' ? view.state.data.eventType : null;
  const url = known?.bookingUrl ?? null;
  const [failure, setFailure] = useState<CallError | null>(null);
  return (
    <>
      <PlaceHead
        title={known?.name ?? words.one}
        lead={<Link to="/event-types">← {words.all}</Link>}
        action={
          known !== null && (
            <div className="row-actions">
              <OnOff line={known} onChanged={view.reload} onFailure={setFailure} />
              {url !== null && (
                <>
                  <CopyButton text={url} label={[copyLink, to(known.name)]} what={linkTo(known.name)} primary />
                  <a className="button second compact" href={url} target="_blank" rel="noopener">
                    {words.open}
                    <span className="vh"> {words.newTab}</span>
                  </a>
                </>
              )}
            </div>
          )
        }
      />
      {failure && <CreationFailure error={failure} isSwitch />}
      {workspace.role === 'billing_only' ? (
        <Notice notice={{ tone: 'info', title: noRole, text: noRoleText }} />
      ) : (
        <LoadState {...view} what={words.loading}>
          {(answer) =>
            answer.eventType.archivedAt === null ? (
              <Editing key={eventTypeId} known={answer} reload={view.reload} />
            ) : (
              <Notice notice={{ tone: 'info', title: words.isOff, text: words.isOffText }} />
            )
          }
        </LoadState>
      )}
    </>
  );
}

interface EditingProps {
  readonly known: Answer;
  readonly reload: () => Promise<void>;
}

/** The groups, and beside them the preview. */
function Editing({ known, reload }: EditingProps) {
  const { editor, typed, round } = useEditing(known, reload);
  return (
    <EditorProvider value={editor}>
      <Jump />
      <div className="event-edit">
        <div className="cards" key={round}>
          <ShareSection />
          <BasicsGroup />
          <PlaceGroup />
          <TimesGroup />
          <GuestsGroup />
          <QuestionsGroup />
          <RemindersGroup />
          <PrepGroup />
          <LookGroup />
        </div>
        <Preview typed={typed} />
      </div>
    </EditorProvider>
  );
}

const GROUPS = ['share', 'basics', 'place', 'times', 'guests', 'questions', 'reminders', 'prep', 'look'] as const;

/** To each group, by its address; the one that is read is marked. */
function Jump() {
  const words = useWords(settingsWords);
  const shown = useShownGroup(GROUPS);
  return (
    <Tabs label={words.jump} isSticky chosen={shown}>
      {GROUPS.map((group) => (
        <li key={group}>
          <a href={`#${group}`} aria-current={group === shown ? 'true' : undefined}>
            {words[group]}
          </a>
        </li>
      ))}
    </Tabs>
  );
}
