// In a frame of another site: sends that site how the booking ended, and that the reader closes the frame. The site asks first:
// then its origin is known. The answer is one word.
const { outcome } = document.documentElement.dataset;
let site;
const tell = (message) => site && parent.postMessage({ holdfast: message }, site);
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || data?.holdfast !== 'hello') return;
  site = origin;
  if (outcome) tell(outcome);
});
// In the capturing phase: what is open inside the page, and closes by the same key, is still open then.
addEventListener(
  'keydown',
  ({ key, target, isComposing }) => {
    const isOurs = document.querySelector('dialog[open]') || target.closest?.('[aria-expanded="true"], details[open]');
    if (key === 'Escape' && !isComposing && !isOurs) tell('close');
  },
  true,
);
