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
