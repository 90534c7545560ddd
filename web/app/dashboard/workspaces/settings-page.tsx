import { Link, Outlet } from '@tanstack/react-router';
import { settingsWords } from '../../../../texts/en/dashboard/workspaces.ts';
import { useWords } from '../../../parts/locale.ts';
import { Tabs } from '../../parts/tabs.tsx';

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
