import { useId, useState } from 'react';
import { useWords } from '../../../texts/locale.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { importWords } from './import-words.ts';

/** As their documentation of November 2026 has it: each answer in a file of its own, on every system that has curl. */
const SERVICES = {
  'Cal.com': {
    keys: 'https://app.cal.com/settings/developer/api-keys',
    commands: [
      'curl -H "Authorization: Bearer KEY" -H "cal-api-version: 2024-06-14" -o event-types.json "https://api.cal.com/v2/event-types"',
      'curl -H "Authorization: Bearer KEY" -H "cal-api-version: 2024-06-11" -o hours.json "https://api.cal.com/v2/schedules"',
    ],
  },
  Calendly: {
    keys: 'https://calendly.com/integrations/api_webhooks',
    commands: [
      'curl -H "Authorization: Bearer KEY" "https://api.calendly.com/users/me"',
      'curl -H "Authorization: Bearer KEY" -o event-types.json "https://api.calendly.com/event_types?count=100&user=URI"',
      'curl -H "Authorization: Bearer KEY" -o hours.json "https://api.calendly.com/user_availability_schedules?user=URI"',
    ],
  },
} as const;

type Service = keyof typeof SERVICES;
const NAMES = Object.keys(SERVICES) as readonly Service[];

/** How a host gets the files: neither service has a button for it. */
export function ImportSteps() {
  const words = useWords(importWords);
  const name = useId();
  const [service, setService] = useState<Service>('Cal.com');
  const { keys, commands } = SERVICES[service];
  const text = commands.join('\n');
  return (
    <>
      <fieldset className="field">
        <legend>{words.from}</legend>
        <div className="choices import-from">
          {NAMES.map((one) => (
            <label key={one} className="choice">
              <input type="radio" name={name} value={one} checked={one === service} onChange={() => setService(one)} />
              <span>{one}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <ol className="import-steps">
        <li>
          {words.keyStep}{' '}
          <a href={keys} target="_blank" rel="noopener noreferrer">
            {service === 'Calendly' ? words.keyOfCalendly : words.keyOfCal}
            <span className="vh"> {words.newTab}</span>
          </a>
        </li>
        <li>
          {words.getStep} {service === 'Calendly' && words.meHint}
          <pre>
            <code>{text}</code>
          </pre>
          <CopyButton text={text} what={words.commands} />
          <p className="small quiet">{words.why}</p>
        </li>
        <li>{words.fileStep}</li>
      </ol>
    </>
  );
}
