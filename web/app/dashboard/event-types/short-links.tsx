import { useState } from 'react';
import { listWords, shareWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { Call, OutputOf } from '../../data/call.ts';
import { everyPage } from '../../data/every-page.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FirstOnly } from '../../parts/first-only.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { withoutScheme } from './event-type.ts';

type Link = OutputOf<'listShortLinks'>['shortLinks'][number];

/** The workspace's: the list takes no event type. */
const allLinks = (call: Call, workspaceId: string): Promise<readonly Link[]> =>
  everyPage(
    (page) => call('listShortLinks', page, workspaceId),
    ({ shortLinks }) => shortLinks,
  );

interface ShortLinksProps {
  readonly eventTypeId: string;
  /** says what was done, once it is */
  readonly report: (words: string, work: () => Promise<void>) => Promise<void>;
}

/** Links to one event type that can be ended, one for each place. */
export function ShortLinks({ eventTypeId, report }: ShortLinksProps) {
  const words = useWords(shareWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const list = useLoad(`short links of ${workspace.id}`, () => allLinks(call, workspace.id));
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Link | null>(null);
  const nameOf = (link: Link): string => link.name ?? withoutScheme(link.url);
  const end = (link: Link) =>
    report(words.ended(nameOf(link)), async () => {
      await call('revokeShortLink', { shortLinkId: link.id }, workspace.id);
      await list.reload();
    });
  return (
    <div className="plan-part">
      <h3>{words.short}</h3>
      <LoadState {...list} what={words.loading}>
        {(all) => (
          <>
            <ShortLinkRows links={all.filter(({ eventType }) => eventType?.id === eventTypeId)} onEnd={setEnding} />
            <FirstOnly count={all.length} />
          </>
        )}
      </LoadState>
      <div className="row-actions none">
        <button type="button" className="button second compact" onClick={() => setAdding(true)}>
          {words.add}
        </button>
      </div>
      {isAdding && (
        <NewShortLink
          eventTypeId={eventTypeId}
          onMade={() => report(words.made, list.reload)}
          onClose={() => setAdding(false)}
        />
      )}
      {ending && (
        <Confirm
          title={words.endTitle(nameOf(ending))}
          verb={words.end}
          act={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          <p>{words.endText}</p>
        </Confirm>
      )}
    </div>
  );
}

function ShortLinkRows({ links, onEnd }: { readonly links: readonly Link[]; readonly onEnd: (link: Link) => void }) {
  const words = useWords(shareWords);
  const { copyLink, to } = useWords(listWords);
  if (links.length === 0) return <p className="small quiet">{words.none}</p>;
  return (
    <MoreRows className="rows short-links" label={words.short} rows={links}>
      {(link) => (
        <li key={link.id}>
          <p>
            <strong>
              <bdi>{link.name ?? words.unnamed}</bdi>
            </strong>
            <a className="small" href={link.url}>
              {withoutScheme(link.url)}
            </a>
          </p>
          <div className="row-actions">
            <CopyButton
              text={link.url}
              label={[copyLink, to(link.name ?? withoutScheme(link.url))]}
              what={words.shortLink(link.name ?? withoutScheme(link.url))}
            />
            <button type="button" className="button second compact danger" onClick={() => onEnd(link)}>
              {words.end}
              <span className="vh"> {words.shortLink(link.name ?? withoutScheme(link.url))}</span>
            </button>
          </div>
        </li>
      )}
    </MoreRows>
  );
}

interface NewShortLinkProps {
  readonly eventTypeId: string;
  readonly onMade: () => Promise<void>;
  readonly onClose: () => void;
}

function NewShortLink({ eventTypeId, onMade, onClose }: NewShortLinkProps) {
  const words = useWords(shareWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const action = useAction(async (form: FormData) => {
    const name = String(form.get('name')).trim();
    await call('createShortLink', { eventTypeId, ...(name !== '' && { name }) }, workspace.id);
    onClose();
    await onMade();
  });
  return (
    <FormDialog title={words.add} action={action} submit={words.create} onClose={onClose}>
      <TextField name="name" label={words.name} hint={words.nameHint} optional maxLength={80} error={action.error} />
    </FormDialog>
  );
}
