import { announce } from './announce.ts';

const SECOND_MS = 1_000;

/** Counts down until another code may be requested; until then the button is disabled. */
export function countDownToResend(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-resend-seconds]');
  const seconds = Number(button?.dataset.resendSeconds);
  if (!button || !(seconds > 0)) return;
  const { countdown = '', ready = '' } = button.dataset;
  const label = button.textContent;
  const untilMs = Date.now() + seconds * SECOND_MS;
  const tick = (): void => {
    const left = Math.ceil((untilMs - Date.now()) / SECOND_MS);
    if (left > 0) {
      button.textContent = countdown.replace('{seconds}', String(left));
      return;
    }
    clearInterval(timer);
    button.disabled = false;
    button.textContent = label;
    announce(ready);
  };
  button.disabled = true;
  const timer = setInterval(tick, SECOND_MS);
  tick();
}
