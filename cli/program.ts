import { Command } from 'commander';
import { afterHelp } from './help.ts';
import { version } from './version.ts';

/** The tool without its commands. @param json errors are one envelope, so commander prints nothing */
export const createProgram = (json: boolean): Command =>
  new Command('holdfast')
    .description('Book meetings, and run a Holdfast workspace')
    .version(version)
    .option('--json', 'answer with JSON on stdout, errors with JSON on stderr')
    .option('--fields <names>', 'only these fields of the JSON answer, such as id,host.name (implies --json)')
    .option('--profile <name>', 'which login to use (HOLDFAST_PROFILE)')
    .option('--url <address>', 'the app (HOLDFAST_URL)')
    .option('--public-url <address>', 'the booking pages (HOLDFAST_PUBLIC_URL)')
    .showHelpAfterError('(--help shows how)')
    .showSuggestionAfterError()
    // Set before the commands, which inherit it. --json prints one envelope, so commander must print nothing.
    .configureOutput(json ? { writeErr: () => {} } : {})
    .addHelpText('after', afterHelp)
    .exitOverride();
