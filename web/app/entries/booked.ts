import { forgetDraft } from '../booking/draft.ts';

forgetDraft(location.pathname.replace(/\/booked$/, ''));
