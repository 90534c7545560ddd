import { detailsWords } from '../../../texts/en/pages/details.ts';
import { guestAddresses, MOST_GUESTS } from '../../parts/guest-list.ts';
import { announce } from './announce.ts';
import { isEmail } from './answer-check.ts';
import { showProblem } from './field-problem.ts';
import { frameOf } from './questions.ts';

export interface GuestList {
  readonly frame: HTMLElement;
  readonly problem: () => string | undefined;
}

/**
 * Turns the field for other people into a list: each address can be removed. Enter, comma, paste or leaving the field
 * adds one. The text area stays underneath and is what is sent.
 */
export function listGuests(form: HTMLFormElement): GuestList | null {
  const frame = frameOf(form, 'guests');
  const area = frame?.querySelector('textarea');
  if (!frame || !area) return null;
  const list = new Guests(frame, area);
  frame.querySelector('.hint')?.replaceChildren(detailsWords.guestsTyped);
  return { frame, problem: () => list.problem() };
}

class Guests {
  readonly #words = detailsWords;
  readonly #frame: HTMLElement;
  readonly #area: HTMLTextAreaElement;
  readonly #entry = document.createElement('input');
  readonly #list = document.createElement('ul');
  #addresses: readonly string[] = [];

  constructor(frame: HTMLElement, area: HTMLTextAreaElement) {
    this.#frame = frame;
    this.#area = area;
    this.#build();
    // An input removes line breaks: without a comma two addresses would become one.
    this.#entry.value = guestAddresses(area.value).join(', ');
    this.#take();
  }

  problem(): string | undefined {
    this.#take();
    const [first] = guestAddresses(this.#entry.value);
    if (first !== undefined) return this.#words.badGuest(first.slice(0, 80));
    return this.#addresses.length > MOST_GUESTS ? this.#words.tooManyGuests : undefined;
  }

  #build(): void {
    const entry = this.#entry;
    // The label and the server's summary of problems lead to this input.
    entry.id = this.#area.id;
    this.#area.id = `${entry.id}-list`;
    entry.type = 'text';
    entry.inputMode = 'email';
    entry.autocomplete = 'off';
    entry.autocapitalize = 'off';
    entry.spellcheck = false;
    for (const name of ['aria-describedby', 'aria-invalid']) {
      const value = this.#area.getAttribute(name);
      if (value !== null) entry.setAttribute(name, value);
    }
    this.#area.hidden = true;
    this.#list.className = 'guest-list';
    this.#area.before(this.#list, this.#row());
    entry.addEventListener('keydown', (event) => this.#onKey(event));
    entry.addEventListener('input', () => this.#onInput());
  }

  #row(): HTMLElement {
    const row = document.createElement('div');
    const add = document.createElement('button');
    row.className = 'guest-entry';
    add.type = 'button';
    add.className = 'button second';
    add.textContent = this.#words.addGuest;
    add.addEventListener('click', () => {
      showProblem(this.#frame, this.problem());
      this.#entry.focus();
    });
    row.append(this.#entry, add);
    return row;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.key !== 'Enter' || this.#entry.value.trim() === '') return;
    // Enter adds the typed address. In an empty field it sends the form, as in other fields.
    event.preventDefault();
    showProblem(this.#frame, this.problem());
  }

  #onInput(): void {
    if (/[\s,;]/.test(this.#entry.value.trimStart())) this.#take();
    else this.#keep();
  }

  /** Moves valid addresses into the list; invalid ones stay in the field, to be corrected. */
  #take(): void {
    const typed = guestAddresses(this.#entry.value);
    const taken = typed.filter(isEmail);
    const fresh = taken.filter((address) => !this.#addresses.includes(address));
    if (taken.length > 0) this.#entry.value = typed.filter((address) => !isEmail(address)).join(', ');
    this.#keep();
    if (fresh.length === 0) return;
    this.#addresses = [...this.#addresses, ...fresh];
    this.#draw();
    announce(this.#words.guestAdded(fresh.join(', ')));
  }

  #remove(address: string): void {
    this.#addresses = this.#addresses.filter((one) => one !== address);
    this.#draw();
    this.#entry.focus();
    announce(this.#words.guestRemoved(address));
  }

  #draw(): void {
    this.#list.replaceChildren(...this.#addresses.map((address) => this.#item(address)));
    this.#keep();
    this.#area.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #item(address: string): HTMLElement {
    const item = document.createElement('li');
    const remove = document.createElement('button');
    remove.type = 'button';
    remove.setAttribute('aria-label', this.#words.removeGuest(address));
    remove.textContent = '×';
    remove.addEventListener('click', () => this.#remove(address));
    item.append(address, remove);
    return item;
  }

  /** The sent value: the list, and typed text that is not in it yet. */
  #keep(): void {
    this.#area.value = [...this.#addresses, ...guestAddresses(this.#entry.value)].join('\n');
  }
}
