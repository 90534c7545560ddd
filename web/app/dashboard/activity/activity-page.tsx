import { useNavigate, useSearch } from '@tanstack/react-router';
import { DAY_MS, parseDate } from '../../../../domain/time/civil.ts';
import { zoneOf } from '../../../../domain/time/zone.ts';
import { activityWords, changeWords } from '../../../../texts/en/dashboard/activity.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneName } from '../../../parts/meeting-time.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { useMembers } from '../members/use-members.ts';
import { PlaceHead } from '../place-head.tsx';
import { ROLE_WORDS } from '../workspaces/choice.ts';
import { useDashboard, useUsualZone } from '../workspaces/dashboard-context.ts';
import { momentHere } from '../workspaces/day-words.ts';
import { actionInWords, KINDS } from './activity-words.ts';
import { changesInWords } from './change-words.ts';

type Listed = OutputOf<'listActivity'>;
type Entry = Listed['entries'][number];
type Search = Readonly<Record<string, string | undefined>>;

const PAGE = 50;

/** The beginning of a day in a zone; undefined: no day. */
function dayStart(day: string | undefined, zone: string, daysLater = 0): string | undefined {
  const number = day === undefined ? undefined : parseDate(day);
  return number === undefined
    ? undefined
    : new Date(zoneOf(zone).firstInstant((number + daysLater) * DAY_MS)).toISOString();
}

function useEntries(search: Search, zone: string) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { kind, actor, cursor } = search;
  const query = String(search.q ?? '').trim();
  const [from, to] = [dayStart(search.from, zone), dayStart(search.to, zone, 1)];
  return useLoad(`activity ${workspace.id} ${[kind, actor, from, to, cursor, query].join(' ')}`, () =>
    call(
      'listActivity',
      {
        limit: PAGE,
        ...(kind && { action: `${kind}.` }),
        ...(actor && { actor }),
        ...(query.length > 1 && { query }),
        ...(from && { from }),
        ...(to && { to }),
        ...(cursor && { cursor }),
      },
      workspace.id,
    ),
  );
}

/** /settings/activity: who did what. The address has the filters, so that it can be shared. */
export function ActivityPage() {
  const words = useWords(activityWords);
  const locale = useLocale();
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  // One clock for all who read it. Until the workspace is loaded, the browser's.
  const zone = useUsualZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const load = useEntries(search, zone);
  const show = (change: Search): void => {
    const next: Search = { ...search, cursor: undefined, ...change };
    const given = Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1]));
    void navigate({ to: '/settings/activity', search: Object.fromEntries(given), replace: 'q' in change });
  };
  return (
    <>
      <PlaceHead title={words.title} lead={`${words.lead} ${words.inZone(zoneName(zone, locale))}`} />
      <Filters search={search} show={show} />
      <LoadState {...load} what={words.what}>
        {({ entries, nextCursor }) => (
          <>
            {entries.length > 0 && <Entries {...{ entries, zone }} />}
            {entries.length === 0 && <p className="quiet">{nextCursor === null ? words.none : words.noneYet}</p>}
            <div className="actions">
              {search.cursor !== undefined && (
                <button type="button" className="button second compact" onClick={() => show({})}>
                  {words.newest}
                </button>
              )}
              {nextCursor !== null && (
                <button type="button" className="button second compact" onClick={() => show({ cursor: nextCursor })}>
                  {words.older}
                </button>
              )}
            </div>
          </>
        )}
      </LoadState>
    </>
  );
}

function Filters({ search, show }: { readonly search: Search; readonly show: (change: Search) => void }) {
  const words = useWords(activityWords);
  const members = useMembers();
  const people = members.state.status === 'ready' ? members.state.data : [];
  return (
    <div className="actions activity-filters">
      <SearchField
        label={words.search}
        placeholder={words.searchHint}
        value={String(search.q ?? '')}
        onSearch={(q) => show({ q })}
      />
      <label>
        {words.kind}
        <select value={search.kind ?? ''} onChange={(event) => show({ kind: event.currentTarget.value })}>
          <option value="">{words.any}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {words.things[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.who}
        <select value={search.actor ?? ''} onChange={(event) => show({ actor: event.currentTarget.value })}>
          <option value="">{words.anybody}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          {words[name]}
          <input
            type="date"
            value={search[name] ?? ''}
            onChange={(event) => show({ [name]: event.currentTarget.value })}
          />
        </label>
      ))}
    </div>
  );
}

function Entries({ entries, zone }: { readonly entries: readonly Entry[]; readonly zone: string }) {
  const words = useWords(activityWords);
  const changes = useWords(changeWords);
  const { person } = useDashboard();
  const locale = useLocale();
  return (
    <ol className="rows" aria-label={words.list}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <p>
              <strong>{actionInWords(entry.action, words)}</strong>
              {entry.subject && entry.names[entry.subject.id] && (
                <bdi className="quiet">{entry.names[entry.subject.id]}</bdi>
              )}
            </p>
            {changesInWords({ ...entry, zone, names: { ...ROLE_WORDS, ...entry.names } }, changes, locale).map(
              (line) => (
                <p key={line} className="small" dir="auto">
                  {line}
                </p>
              ),
            )}
            <p className="small quiet">
              <bdi>{whoOf(entry, person.id, words)}</bdi> · {momentHere(entry.at, locale.tag, zone)}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** People by their names; keys, seats and apps by what they are called. */
function whoOf({ who, names }: Entry, me: string, words: Pick<typeof activityWords, 'holdfast' | 'guest' | 'you'>) {
  const { name, userId, apiKeyId } = who;
  if (name === 'holdfast' || name === 'system') return words.holdfast;
  if (name === 'guest') return words.guest;
  if (userId === null || apiKeyId !== null) return name;
  return userId === me ? words.you : (names[userId] ?? name);
}
