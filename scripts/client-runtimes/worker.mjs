import { book } from './book.mjs';

export default {
  async fetch(_request, { APP_URL, PUBLIC_URL }) {
    return new Response(await book(APP_URL, PUBLIC_URL));
  },
};
