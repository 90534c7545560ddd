// In a frame of another site: sends that site the booking's outcome, and that the reader closes the frame. The site
// asks first: then its origin is known. The answer is one word.
const { outcome } = document.documentElement.dataset;
let site;
const tell = (message) => site && parent.postMessage({ holdfast: message }, site);
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || data?.holdfast !== 'hello') return;
  site = origin;
  if (outcome) tell(outcome);
});
// In the capturing phase: what the same key closes inside the page is still open then.
addEventListener(
  'keydown',
  ({ key, target, isComposing }) => {
    const isOurs = document.querySelector('dialog[open]') || target.closest?.('[aria-expanded="true"], details[open]');
    if (key === 'Escape' && !isComposing && !isOurs) tell('close');
  },
  true,
);
