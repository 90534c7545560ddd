import { DEFAULT_LANGUAGE } from '../../../texts/languages.ts';
import { states } from '../../e2e/pages/states.ts';
import { HOST_MAILS } from '../factories/host-mails.ts';

/** Prints every page and every mail to hosts in the default language, for tests that run it in another tree (pseudo-tree.ts). */
const mails = Object.values(HOST_MAILS).flatMap((mailsIn) => mailsIn(DEFAULT_LANGUAGE));
process.stdout.write(JSON.stringify({ states, mails }));
