import { inLanguages } from '../../../../domain/languages.ts';

/** What the log says, in plain words: the thing, then what was done. */
export const activityWords = inLanguages(
  {
    title: 'Activity',
    lead: 'Who did what in this workspace, the latest first. Members see what they did, and their own meetings.',
    kind: 'About',
    any: 'Everything',
    who: 'By',
    anybody: 'Anybody',
    from: 'From day',
    to: 'Until day',
    none: 'Nothing matches.',
    older: 'Older',
    newest: 'Back to the latest',
    list: 'Entries',
    holdfast: 'Holdfast',
    guest: 'A guest',
    was: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
    things: {
      ...{ booking: 'Meeting', event_type: 'Event type', schedule: 'Hours', time_off: 'Time off', team: 'Team' },
      ...{ member: 'Member', invitation: 'Invitation', api_key: 'Key', agent_seat: 'Seat', agent_identity: 'Agent' },
      ...{ oauth_grant: 'Connected app', short_link: 'Short link', calendar: 'Calendar', workspace: 'Workspace' },
      ...{ calendar_settings: 'Calendar rules', plan: 'Plan', trial: 'Trial', checkout: 'Payment', guest: 'Guest' },
      ...{ claim: 'Takeover', workspace_claim: 'Takeover', account: 'Account' },
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
    } as Readonly<Record<string, string>>,
  },
  {
    title: 'Protokoll',
    lead: 'Wer was in diesem Arbeitsbereich getan hat, das Neueste zuerst. Mitglieder sehen, was sie taten, und eigene Termine.',
    kind: 'Worum es geht',
    any: 'Alles',
    who: 'Von wem',
    anybody: 'Von allen',
    from: 'Ab Tag',
    to: 'Bis Tag',
    none: 'Nichts passt.',
    older: 'Ältere',
    newest: 'Zurück zum Neuesten',
    list: 'Einträge',
    holdfast: 'Holdfast',
    guest: 'Ein Gast',
    was: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
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
