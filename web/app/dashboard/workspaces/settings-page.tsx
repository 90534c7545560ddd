import { Link, Outlet } from '@tanstack/react-router';
import { inLanguages } from '../../../../domain/languages.ts';
import { useWords } from '../../../texts/locale.ts';
import { Tabs } from '../../parts/tabs.tsx';

const settingsWords = inLanguages(
  {
    nav: 'Settings',
    account: 'You',
    workspace: 'Workspace',
    calendars: 'Calendars',
    access: 'Keys and seats',
    agents: 'Your agents',
    grants: 'Connected apps',
    webhooks: 'Webhooks',
    billing: 'Plan',
    activity: 'Activity',
  },
  {
    nav: 'Einstellungen',
    account: 'Sie',
    workspace: 'Arbeitsbereich',
    calendars: 'Kalender',
    access: 'Schlüssel und Plätze',
    agents: 'Ihre Agenten',
    grants: 'Verbundene Apps',
    webhooks: 'Webhooks',
    billing: 'Tarif',
    activity: 'Protokoll',
  },
);

/** In the order in which a new host needs them. */
const SECTIONS = [
  { to: '/settings/account', name: 'account' },
  { to: '/settings/workspace', name: 'workspace' },
  { to: '/settings/calendars', name: 'calendars' },
  { to: '/settings/access', name: 'access' },
  { to: '/settings/agents', name: 'agents' },
  { to: '/settings/grants', name: 'grants' },
  { to: '/settings/webhooks', name: 'webhooks' },
  { to: '/settings/billing', name: 'billing' },
  { to: '/settings/activity', name: 'activity' },
] as const;

/** The frame of the settings: one page for each subject. */
export function SettingsPage() {
  const words = useWords(settingsWords);
  return (
    <>
      <Tabs label={words.nav}>
        {SECTIONS.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{words[name]}</Link>
          </li>
        ))}
      </Tabs>
      <Outlet />
    </>
  );
}
