import { offerPrint, waitForPack } from '../dashboard/prep/wait-for-pack.ts';

const page = document.querySelector<HTMLElement>('[data-prep]');
if (page) {
  offerPrint();
  void waitForPack(page);
}
