import { watchSnippet } from '../booking/embed-form.ts';

watchSnippet();
