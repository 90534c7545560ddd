import type * as en from '../../en/dashboard/refusals.ts';

export const refusalWords: typeof en.refusalWords = {
  already_decided: ['Das ist schon entschieden', 'Die Anfrage ist zugesagt, abgelehnt oder verfallen.'],
  booking_canceled: [
    'Dieser Termin ist abgesagt',
    'Er ändert sich nicht mehr. Für ein Treffen buchen Sie eine neue Zeit.',
  ],
  booking_over: [
    'Dieser Termin hat begonnen',
    'Was begonnen hat oder vorbei ist, lässt sich nicht verschieben oder absagen.',
  ],
  booking_not_found: ['Diesen Termin gibt es nicht mehr', 'Er steht in keiner Liste dieses Arbeitsbereichs.'],
  calendar_away: [
    'Ein Kalender antwortet nicht',
    'Ohne einen Blick hinein wird nichts gebucht. Versuchen Sie es gleich noch einmal.',
  ],
  host_left: [
    'Jemand hat den Arbeitsbereich verlassen',
    'Ohne diese Person lässt sich der Termin nicht verschieben. Sagen Sie ihn ab, und buchen Sie neu.',
  ],
  limit_reached: ['Dieser Tag ist voll', 'Die Terminart hat eine Höchstzahl. Wählen Sie einen anderen Tag.'],
  not_a_slot: ['Diese Zeit ist nicht frei', 'Wählen Sie eine der gezeigten Zeiten.'],
  not_begun: [
    'Der Termin hat noch nicht begonnen',
    'Wer nicht kam, vermerken Sie danach. Vorher können Sie ihn verschieben oder absagen.',
  ],
  request_moved: ['Der Gast hat die Anfrage verschoben', 'Sehen Sie sich die neue Zeit an, und entscheiden Sie dann.'],
  slot_taken: [
    'Diese Zeit ist vergeben',
    'Jemand war schneller, oder ein Kalender ist dann belegt. Wählen Sie eine andere.',
  ],
  too_far: ['Das ist zu weit voraus', 'So weit voraus lässt sich diese Terminart nicht buchen.'],
  too_soon: ['Das ist zu früh', 'Die Zeit ist vorbei, oder sie liegt im Vorlauf dieser Terminart.'],
  too_many_mails: [
    'Heute zu viele E-Mails',
    'Gäste, die ihre Adresse nicht bestätigt haben, erhalten am Tag nur wenige. Nichts wurde geändert.',
  ],
  too_many_moves: [
    'Heute zu oft verschoben',
    'Zehnmal am Tag ist das Meiste, denn jedes Mal erhalten alle eine E-Mail.',
  ],
  too_many_attempts: ['Zu viele Versuche', 'Nichts wurde geändert.'],
  nothing_to_retry: [
    'Es gibt nichts einzutragen',
    'Der Termin ist vorbei, oder kein Gastgeber hat einen Kalender für neue Termine gewählt.',
  ],
  deleted_by_host: [
    'Der Eintrag wurde im Kalender gelöscht',
    'Der Termin besteht. Nur wer ihn gelöscht hat, kann ihn wieder eintragen.',
  ],
  role_missing: ['Ihre Rolle erlaubt das nicht', 'Fragen Sie jemanden, dem der Arbeitsbereich gehört.'],
  not_yours: ['Das gehört jemand anderem', 'Manager, Admins und Inhaber können es.'],
  session_only: ['Das kann nur, wer angemeldet ist', 'Melden Sie sich an, und versuchen Sie es noch einmal.'],
  sign_in_too_old: ['Bitte melden Sie sich neu an', 'Dafür muss Ihre Anmeldung jünger als eine Stunde sein.'],
  changed_meanwhile: [
    'Jemand anderes hat es geändert',
    'Von Ihnen wurde nichts gespeichert. Laden Sie die Seite neu, und ändern Sie es dann.',
  ],
  address_changed_lately: [
    'Die Adresse wurde vor Kurzem geändert',
    '7 Tage lang kann das alte Postfach das zurücknehmen. So lange bleibt alles, wie es ist.',
  ],
  already_member: ['Diese Person ist schon Mitglied', 'Ihre Rolle ändern Sie in der Liste der Mitglieder.'],
  invitation_open: [
    'Diese Person ist noch nicht dabei',
    'Für eine andere Rolle laden Sie dieselbe Adresse noch einmal ein.',
  ],
  too_many_invitations: [
    'Heute zu viele Einladungen',
    'Für diese Adresse oder diesen Arbeitsbereich ist die Zahl des Tages erreicht.',
  ],
  last_owner: ['Ein Arbeitsbereich braucht einen Inhaber', 'Geben Sie zuerst jemand anderem diese Rolle.'],
  member_not_found: ['Diese Person ist kein Mitglied mehr', 'Laden Sie die Seite neu.'],
  host_not_found: ['Diese Person ist kein Mitglied mehr', 'Laden Sie die Seite neu.'],
  hand_over_required: ['Es stehen noch Termine an', 'Sagen Sie, wer sie übernimmt, oder dass sie abgesagt werden.'],
  hand_over_unfit: ['Diese Person kann nicht übernehmen', 'Wählen Sie ein anderes Mitglied, das Termine haben kann.'],
  hand_over_conflict: [
    'Nicht für alle Termine ist Zeit',
    'Die Person bleibt Mitglied. Schaffen Sie dem neuen Gastgeber dann Zeit, sagen Sie diese Termine ab, oder wählen Sie jemand anderen.',
  ],
  removal_under_way: [
    'Termine werden gerade übergeben',
    'Versuchen Sie es danach noch einmal: Das dauert eine Minute.',
  ],
  sole_owner: [
    'Nur Sie haben die Rolle Inhaber',
    'Geben Sie sie zuerst jemand anderem, oder löschen Sie den Arbeitsbereich.',
  ],
  meetings_wait_for_owner: [
    'Termine von Ihnen warten auf einen neuen Inhaber',
    'Versuchen Sie es wieder, wenn entschieden ist oder die Termine vorbei sind.',
  ],
  team_not_found: ['Dieses Team gibt es nicht mehr', 'Jemand hat es gelöscht. Laden Sie die Seite neu.'],
  not_joined_yet: [
    'Diese Person ist noch nicht dabei',
    'In ein Team kann sie, sobald sie die Einladung angenommen hat.',
  ],
  slug_taken: ['Dieser Link ist vergeben', 'Wählen Sie einen anderen.'],
  slug_reserved: [
    'Dieser Link ist nicht möglich',
    'Der Dienst braucht dieses Wort, oder es hat andere Zeichen als a bis z, Ziffern und Bindestriche.',
  ],
  slug_differs: [
    'Das ist nicht der Name',
    'Geben Sie den Namen des Links so ein, wie er dasteht. Nichts wurde gelöscht.',
  ],
  same_address: ['Das ist schon Ihre Adresse', 'Nichts wurde geändert.'],
  address_taken: ['Diese Adresse hat ein eigenes Konto', 'Nichts wurde geändert.'],
  too_many_address_links: ['Heute zu viele E-Mails', 'Nichts wurde geändert.'],
  too_many_keys: ['Mehr Schlüssel gehen nicht', 'Widerrufen Sie zuerst einen.'],
  key_not_found: ['Diesen Schlüssel gibt es nicht mehr', 'Laden Sie die Seite neu.'],
  seat_not_found: ['Diesen Platz gibt es nicht mehr', 'Laden Sie die Seite neu.'],
  expiry_passed: ['Dieser Tag ist vorbei', 'Wählen Sie einen späteren oder keinen.'],
  too_many_passkeys: ['Mehr Passkeys gehen nicht', 'Entfernen Sie zuerst einen.'],
  passkey_invalid: [
    'Der Passkey wurde nicht hinzugefügt',
    'Dafür braucht es Ihre PIN, Ihren Finger oder Ihr Gesicht. Versuchen Sie es noch einmal.',
  ],
  not_configured: ['Das ist hier nicht eingerichtet', 'Wer diese Installation betreibt, kann es einrichten.'],
  connection_not_found: ['Dieser Kalender ist nicht mehr verbunden', 'Laden Sie die Seite neu.'],
  calendar_not_found: ['Diesen Kalender gibt es nicht mehr', 'Laden Sie die Seite neu.'],
  calendar_read_only: ['Dieser Kalender lässt sich nur lesen', 'Wählen Sie einen, den Sie ändern dürfen.'],
  guest_expected: [
    'Dieser Gast hat noch Termine',
    'Sagen Sie sie ab, oder warten Sie, bis sie vorbei sind. Nichts wurde gelöscht.',
  ],
  too_many_deletions: ['Heute zu oft gelöscht', 'Jetzt wurde nichts gelöscht.'],
  erasure_begun: ['Das lässt sich nicht mehr zurückholen', 'Die 14 Tage sind vorbei, und alles wird gelöscht.'],
  workspace_deleted: [
    'Dieser Arbeitsbereich ist gelöscht',
    'Inhaber holen ihn unter Einstellungen, Arbeitsbereich zurück.',
  ],
};
