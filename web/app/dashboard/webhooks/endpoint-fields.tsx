import { useState } from 'react';
import { nameWords, webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { Notice } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { TextField } from '../../parts/text-field.tsx';
import { withScheme } from '../event-types/event-type.ts';
import { ALL_EVENTS, EVENT_GROUPS, type EventName, type Webhook, type WebhookSettings } from './webhook.ts';

/** What the fields say. */
export function settingsIn(form: FormData): WebhookSettings {
  const chosen = form.getAll('events').map(String);
  return {
    url: withScheme(String(form.get('url')).trim()),
    description: String(form.get('description') ?? '').trim(),
    events: form.get('which') === 'all' ? null : ALL_EVENTS.filter((event) => chosen.includes(event)),
    payload: form.get('payload') === 'thin' ? 'thin' : 'full',
  };
}

/** Whether all events or chosen ones are sent, and what is wrong with the choice. */
export function useEventsChosen(before: Webhook['events']) {
  const [isAll, setAll] = useState(before === null);
  const [isEmpty, setEmpty] = useState(false);
  const check = (form: FormData): boolean => {
    const isNone = settingsIn(form).events?.length === 0;
    setEmpty(isNone);
    return !isNone;
  };
  return { isAll, setAll, isEmpty, check };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A service on this machine takes plain addresses of this machine in local mode. No answer names the mode, so the words only offer them. */
const isOnThisMachine = (): boolean => LOOPBACK.has(location.hostname);

interface EndpointFieldsProps {
  /** null: a new one */
  readonly endpoint: Webhook | null;
  readonly chosen: ReturnType<typeof useEventsChosen>;
  readonly error: CallError | null;
}

/** Address, purpose, events, and how much each says. */
export function EndpointFields({ endpoint, chosen, error }: EndpointFieldsProps) {
  return (
    <>
      <TextField
        name="url"
        label={say.url}
        hint={isOnThisMachine() ? say.urlHintHere : say.urlHint}
        wrong={isOnThisMachine() ? say.urlWrongHere : say.urlWrong}
        maxLength={2_000}
        defaultValue={endpoint?.url ?? ''}
        error={error}
      />
      <TextField
        name="description"
        label={say.description}
        optional
        maxLength={200}
        defaultValue={endpoint?.description ?? ''}
        error={error}
      />
      <WhichEvents before={endpoint?.events ?? null} chosen={chosen} />
      <fieldset className="field">
        <legend>{say.payload}</legend>
        <div className="choices">
          {(['full', 'thin'] as const).map((payload) => (
            <label key={payload} className="choice">
              <input
                type="radio"
                name="payload"
                value={payload}
                defaultChecked={(endpoint?.payload ?? 'full') === payload}
              />
              <span>{say[payload]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

interface WhichEventsProps {
  readonly before: Webhook['events'];
  readonly chosen: EndpointFieldsProps['chosen'];
}

function WhichEvents({ before, chosen: { isAll, setAll, isEmpty } }: WhichEventsProps) {
  return (
    <>
      <fieldset className="field">
        <legend>{say.which}</legend>
        <div className="choices">
          {(['all', 'chosen'] as const).map((which) => (
            <label key={which} className="choice">
              <input
                type="radio"
                name="which"
                value={which}
                checked={isAll === (which === 'all')}
                onChange={() => setAll(which === 'all')}
              />
              <span>{say[which]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {isEmpty && <Notice notice={{ tone: 'error', title: say.noEvent }} />}
      {!isAll &&
        EVENT_GROUPS.map(([group, events]) => (
          <fieldset key={group} className="field webhook-events">
            <legend className="small">{say.groups[group]}</legend>
            <div className="choices">
              {events.map((event) => (
                <EventChoice key={event} event={event} isChosen={before?.includes(event) ?? false} />
              ))}
            </div>
          </fieldset>
        ))}
    </>
  );
}

const EventChoice = ({ event, isChosen }: { readonly event: EventName; readonly isChosen: boolean }) => (
  <label className="choice">
    <input type="checkbox" name="events" value={event} defaultChecked={isChosen} />
    <span>
      {nameWords.events[event]} <code className="small quiet">{event}</code>
    </span>
  </label>
);
