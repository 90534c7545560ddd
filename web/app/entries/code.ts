import { enterCode } from '../booking/code-entry.ts';
import { watchConnection } from '../booking/connection.ts';
import { countDownToResend } from '../booking/resend-countdown.ts';
import { watchSending } from '../booking/sending.ts';

watchConnection();
// After what may stop the form.
watchSending();
countDownToResend();
enterCode();
