export { booking } from './booking.ts';
export { sweep } from './sweep.ts';
export { warmUp } from './warm-up.ts';
