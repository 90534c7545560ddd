import { offerPasskeys } from '../login/offer-passkeys.ts';

offerPasskeys();
