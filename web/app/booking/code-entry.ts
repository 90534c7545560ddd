import { sixDigitsIn } from '../../../domain/booking/six-digits.ts';

/** Finds the code in what is typed, pasted or filled in, and sends it once, automatically. */
export function enterCode(): void {
  const input = document.querySelector<HTMLInputElement>('input#code');
  const form = input?.form;
  if (!input || !form) return;
  let isSent = false;
  const take = (text: string): boolean => {
    const code = sixDigitsIn(text);
    if (code === null || isSent) return false;
    isSent = true;
    input.value = code;
    form.requestSubmit();
    return true;
  };
  input.addEventListener('paste', (event) => {
    if (take(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  });
  input.addEventListener('input', () => take(input.value));
}
