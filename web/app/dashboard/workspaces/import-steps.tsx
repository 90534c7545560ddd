import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { useWords } from '../../../parts/locale.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import type { Service } from './import-source.ts';

/** As their documentation of November 2026 has it: each answer in a file of its own, on every system that has curl. */
const COMMANDS: Readonly<Record<Service, readonly string[]>> = {
  'cal.com': [
    'curl -H "Authorization: Bearer KEY" -H "cal-api-version: 2024-06-14" -o event-types.json "https://api.cal.com/v2/event-types"',
    'curl -H "Authorization: Bearer KEY" -H "cal-api-version: 2024-06-11" -o hours.json "https://api.cal.com/v2/schedules"',
  ],
  calendly: [
    'curl -H "Authorization: Bearer KEY" "https://api.calendly.com/users/me"',
    'curl -H "Authorization: Bearer KEY" -o event-types.json "https://api.calendly.com/event_types?count=100&user=URI"',
    'curl -H "Authorization: Bearer KEY" -o hours.json "https://api.calendly.com/user_availability_schedules?user=URI"',
  ],
};

/** How a person who knows a terminal gets the files: neither service has a button for it. */
export function ImportSteps({ service }: { readonly service: Service }) {
  const words = useWords(importWords);
  const text = COMMANDS[service].join('\n');
  return (
    <>
      <p>
        {words.getStep} {service === 'calendly' && words.meHint}
      </p>
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={words.commands} />
    </>
  );
}
