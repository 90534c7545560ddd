/** A guide: a file of docs/, served at {app_url}/docs/{name}. */
export interface Guide {
  /** The file's path below docs/ without `.md`. */
  readonly name: string;
  readonly title: string;
  /** One sentence for people and agents that choose. */
  readonly summary: string;
}

export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

const guide = (name: string, title: string, summary: string): Guide => ({ name, title, summary });

/** The guides that are published, in order: the one list of pages, manifest, catalogues and search. Others in docs/ are for those who build Holdfast. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: 'Begin',
    guides: [
      guide(
        'three-jobs',
        'The three jobs',
        'Each with curl, over MCP, on the command line and in TypeScript, side by side.',
      ),
    ],
  },
  {
    title: 'Book a meeting',
    guides: [
      guide(
        'booking-by-api',
        'Book by REST',
        'Find an event, list times, mail the code, book, move and cancel, with curl.',
      ),
      guide('mcp', 'Book by MCP', 'The four public tools of an agent that books for a guest.'),
      guide('embed', 'Embed', 'A booking button, pop-up or frame on a website.'),
      guide(
        'booking-pages',
        'Booking pages',
        'What guests see: languages, brand, steps, and links that set a day or a zone.',
      ),
    ],
  },
  {
    title: 'Set up an agent',
    guides: [
      guide(
        'device-authorization',
        'Get a key',
        'A tool or an agent asks, a person allows it in the browser (RFC 8628).',
      ),
      guide(
        'connector',
        'Connect an app',
        'Claude, ChatGPT, VS Code or Cursor by an address and a sign-in (OAuth 2.1).',
      ),
      guide('keys-and-seats', 'Keys and seats', 'What keys may do, how they end, and seats for agents.'),
      guide('agent-identity', 'Act for a person', 'An agent acts with the consent of the person it acts for.'),
    ],
  },
  {
    title: 'Run a workspace',
    guides: [
      guide(
        'workspace-tools',
        'Workspace tools',
        'Hours, event types, meetings, teams and members by REST, execute and MCP.',
      ),
      guide('cli', 'Command line', 'The program holdfast.'),
      guide('typescript-client', 'TypeScript client', 'Typed calls, errors, repeats and waits.'),
      guide('calendars', 'Calendars', 'Google and Microsoft: busy times in, meetings out.'),
      guide('reminders', 'Reminders', 'Mails before and after a meeting.'),
      guide('webhooks', 'Webhooks', 'Events sent to your receiver: verify them, their order, tries and ends.'),
      guide('prep-packs', 'Prep packs', 'What a host should know before a meeting.'),
      guide(
        'prep-templates',
        'Texts of prep packs',
        'What each template says and asks, and what your own words replace.',
      ),
      guide('billing', 'Plans', 'Trial, plans, credits and payment.'),
      guide('home', 'The dashboard', 'Meetings, links, keys, seats, connected apps and brand of a host.'),
      guide('sign-in', 'Sign-in', 'How people sign in, sessions and the trial.'),
      guide('mail', 'Mail', 'Which mails go out, to whom and when.'),
    ],
  },
  {
    title: 'Look up',
    guides: [
      guide('errors-and-limits', 'Errors and limits', 'Every error code with its repair, and every limit.'),
      guide(
        'time-zones',
        'Time zones',
        'How times are given, changes of clocks, and times in words such as “Monday or Tuesday”.',
      ),
      guide('glossary', 'Glossary', 'One word for one thing.'),
      guide('dns-signs', 'Signs of the DNS', 'What prep packs read from the DNS of a company, and why.'),
    ],
  },
  {
    title: 'Run Holdfast yourself',
    guides: [
      guide('self-hosting', 'Self-hosting', 'What production needs, and how to install it, in order.'),
      guide('local-stack', 'The local stack', 'Everything on one machine with npm start.'),
      guide('operations', 'Operations', 'Which page helps with what is wrong, and where to look first.'),
      guide('operations/start-and-stop', 'Start and stop', 'Processes, signals, probes, variables and connections.'),
      guide('operations/deploy', 'Deploy and roll back', 'Pages, migrations, workers, replays, and the way back.'),
      guide('operations/metrics', 'Metrics', 'What API and worker count, and what each gauge shows.'),
      guide('operations/growth', 'Growth and retention', 'What is deleted when.'),
      guide('temporal-ui', 'The Temporal UI', 'Find a flow, read what it waits for, and what you may press.'),
    ],
  },
  {
    title: 'Something is wrong',
    guides: [
      guide('operations/calls', 'Calls and pages fail', 'Answers of 5xx, readiness, and bookings that look wrong.'),
      guide('operations/flows', 'Flows are late or stuck', 'Workers, the sweep, and what each state of a flow means.'),
      guide('operations/mails', 'A mail did not arrive', 'Codes, confirmations, reminders, and the caps of mails.'),
      guide('operations/sign-in', 'Nobody can sign in', 'People, keys, agents and connected apps.'),
      guide('operations/calendars', 'A calendar is not read', 'Readings, events, and access to Google and Microsoft.'),
      guide('operations/payments', 'A payment is wrong', 'Plans, disputes, refunds, and whose payment it is.'),
      guide('operations/webhooks', 'A webhook did not arrive', 'Find its deliveries and each attempt.'),
      guide('operations/prep-packs', 'A prep pack is missing', 'Look-ups, their sources, and late packs.'),
      guide('operations/restore', 'Back up and restore', 'After the database or Temporal was lost, step by step.'),
      guide('operations/secrets', 'The secret key', 'What depends on it, and what to do after a leak.'),
    ],
  },
];

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);

/** The groups for agents, whose documents must be short: without the pages of operators below operations/. */
export const AGENT_GUIDE_GROUPS: readonly GuideGroup[] = GUIDE_GROUPS.map(({ title, guides }) => ({
  title,
  guides: guides.filter(({ name }) => !name.startsWith('operations/')),
})).filter(({ guides }) => guides.length > 0);

/** Path of a guide on the app origin; with `.md` its text as it is written. */
export const guidePath = (name: string): string => `/docs/${name}`;
