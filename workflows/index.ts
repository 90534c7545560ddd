export { booking } from './booking.ts';
export { deviceAuthorization } from './device-authorization.ts';
export { invitation } from './invitation.ts';
export { memberRemoval } from './member-removal.ts';
export { signIn } from './sign-in.ts';
export { sweep } from './sweep.ts';
export { trial } from './trial.ts';
export { warmUp } from './warm-up.ts';
