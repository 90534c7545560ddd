import { inLanguages } from '../../../../domain/languages.ts';

/** What the log says, in plain words: the thing, then what was done. */
export const activityWords = inLanguages(
  {
    title: 'Activity',
    lead: 'Who did what in this workspace, the latest first. Members see what they did, and their own meetings.',
    inZone: (zone: string) => `Times in ${zone}.`,
    search: 'Search',
    searchHint: 'A name, an address, a value',
    kind: 'About',
    any: 'Everything',
    who: 'By',
    anybody: 'Anybody',
    from: 'From day',
    to: 'Until day',
    none: 'Nothing matches.',
    noneYet: 'Nothing matches among these 5,000 entries. Older ones may.',
    older: 'Older',
    newest: 'Back to the latest',
    list: 'Entries',
    what: 'the log',
    holdfast: 'Holdfast',
    guest: 'A guest',
    you: 'You',
    things: {
      ...{ booking: 'Meeting', event_type: 'Event type', schedule: 'Hours', time_off: 'Time off', team: 'Team' },
      ...{ member: 'Member', invitation: 'Invitation', api_key: 'Key', agent_seat: 'Seat', agent_identity: 'Agent' },
      ...{ oauth_grant: 'Connected app', short_link: 'Short link', calendar: 'Calendar', workspace: 'Workspace' },
      ...{ calendar_settings: 'Calendar rules', plan: 'Plan', trial: 'Trial', checkout: 'Payment', guest: 'Guest' },
      ...{ claim: 'Takeover', workspace_claim: 'Takeover', account: 'Account' },
      ...{ device: 'Program' },
    } as Readonly<Record<string, string>>,
    acts: {
      ...{ created: 'made', updated: 'changed', deleted: 'deleted', archived: 'archived', removed: 'removed' },
      ...{
        confirmed: 'booked',
        requested: 'requested',
        approved: 'approved',
        declined: 'declined',
        canceled: 'canceled',
      },
      ...{
        rescheduled: 'moved',
        completed: 'over',
        no_show: 'guest did not come',
        no_show_undone: 'no-show taken back',
        host_changed: 'given to another host',
      },
      ...{ expired: 'expired', revoked: 'ended', joined: 'joined', renewed: 'sent again', exported: 'exported' },
      ...{
        restored: 'restored',
        connected: 'connected',
        disconnected: 'disconnected',
        role_changed: 'has another role',
      },
      ...{ notes_changed: 'notes changed', added: 'added', ended: 'ended', changed: 'changed', started: 'begun' },
      ...{ renamed: 'renamed', claimed: 'taken over', accepted: 'accepted', refused: 'refused', verified: 'allowed' },
      ...{ denied: 'denied', chosen: 'calendars chosen', reconnected: 'connected again', registered: 'asks to act' },
      ...{
        profile_changed: 'profile changed',
        address_changed: 'has another address',
        undeliverable: 'could not be mailed',
        unclaimed: 'not taken over',
      },
      ...{ date_override_set: 'hours of a day set', date_override_removed: 'hours of a day taken back' },
      ...{ member_added: 'person added', member_changed: 'person changed', member_removed: 'person taken out' },
      ...{ calendar_retried: 'calendar entry tried again', host_left: 'a host left', link_ready: 'link made' },
    } as Readonly<Record<string, string>>,
  },
  {
    title: 'Protokoll',
    lead: 'Wer was in diesem Arbeitsbereich getan hat, das Neueste zuerst. Mitglieder sehen, was sie taten, und eigene Termine.',
    inZone: (zone: string) => `Zeiten in ${zone}.`,
    search: 'Suche',
    searchHint: 'Ein Name, eine Adresse, ein Wert',
    kind: 'Worum es geht',
    any: 'Alles',
    who: 'Von wem',
    anybody: 'Von allen',
    from: 'Ab Tag',
    to: 'Bis Tag',
    none: 'Nichts passt.',
    noneYet: 'Unter diesen 5.000 Einträgen passt nichts. Ältere können passen.',
    older: 'Ältere',
    newest: 'Zurück zum Neuesten',
    list: 'Einträge',
    what: 'das Protokoll',
    holdfast: 'Holdfast',
    guest: 'Ein Gast',
    you: 'Sie',
    things: {
      ...{ booking: 'Termin', event_type: 'Terminart', schedule: 'Zeiten', time_off: 'Abwesenheit', team: 'Team' },
      ...{
        member: 'Mitglied',
        invitation: 'Einladung',
        api_key: 'Schlüssel',
        agent_seat: 'Platz',
        agent_identity: 'Agent',
      },
      ...{ oauth_grant: 'Verbundene App', short_link: 'Kurzlink', calendar: 'Kalender', workspace: 'Arbeitsbereich' },
      ...{ calendar_settings: 'Kalenderregeln', plan: 'Tarif', trial: 'Probezeit', checkout: 'Zahlung', guest: 'Gast' },
      ...{ claim: 'Übernahme', workspace_claim: 'Übernahme', account: 'Konto' },
      ...{ device: 'Programm' },
    } as Readonly<Record<string, string>>,
    acts: {
      ...{ created: 'angelegt', updated: 'geändert', deleted: 'gelöscht', archived: 'archiviert', removed: 'entfernt' },
      ...{
        confirmed: 'gebucht',
        requested: 'angefragt',
        approved: 'bestätigt',
        declined: 'abgelehnt',
        canceled: 'abgesagt',
      },
      ...{
        rescheduled: 'verschoben',
        completed: 'vorbei',
        no_show: 'Gast kam nicht',
        no_show_undone: 'Gast kam doch',
        host_changed: 'an anderen Gastgeber',
      },
      ...{
        expired: 'abgelaufen',
        revoked: 'beendet',
        joined: 'beigetreten',
        renewed: 'erneut gesendet',
        exported: 'exportiert',
      },
      ...{
        restored: 'wiederhergestellt',
        connected: 'verbunden',
        disconnected: 'getrennt',
        role_changed: 'hat andere Rolle',
      },
      ...{
        notes_changed: 'Notizen geändert',
        added: 'hinzugefügt',
        ended: 'beendet',
        changed: 'geändert',
        started: 'begonnen',
      },
      ...{
        renamed: 'umbenannt',
        claimed: 'übernommen',
        accepted: 'angenommen',
        refused: 'abgelehnt',
        verified: 'erlaubt',
      },
      ...{
        denied: 'abgelehnt',
        chosen: 'Kalender gewählt',
        reconnected: 'wieder verbunden',
        registered: 'möchte handeln',
      },
      ...{
        profile_changed: 'Profil geändert',
        address_changed: 'hat andere Adresse',
        undeliverable: 'kam nicht an',
        unclaimed: 'nicht übernommen',
      },
      ...{ date_override_set: 'Zeiten eines Tages gesetzt', date_override_removed: 'Zeiten eines Tages aufgehoben' },
      ...{ member_added: 'Person hinzugefügt', member_changed: 'Person geändert', member_removed: 'Person entfernt' },
      ...{
        calendar_retried: 'Kalendereintrag erneut versucht',
        host_left: 'ein Gastgeber ging',
        link_ready: 'Link da',
      },
    } as Readonly<Record<string, string>>,
  },
);

/** The kinds that people look for; each is the beginning of an action. */
export const KINDS = [
  ...['booking', 'event_type', 'schedule', 'team', 'member', 'invitation'],
  ...['api_key', 'agent_seat', 'agent_identity', 'oauth_grant', 'calendar', 'guest', 'workspace'],
] as const;

/** `event_type.archived` → "Event type: archived". Unknown words are shown as they are. */
export function actionInWords(
  action: string,
  {
    things,
    acts,
  }: { readonly things: Readonly<Record<string, string>>; readonly acts: Readonly<Record<string, string>> },
): string {
  const [thing = '', act = ''] = action.split('.');
  return `${things[thing] ?? thing.replaceAll('_', ' ')}: ${acts[act] ?? act.replaceAll('_', ' ')}`;
}
