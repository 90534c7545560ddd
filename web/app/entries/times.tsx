import { SlotPicker } from '../../parts/slot-picker.tsx';
import { watchConnection } from '../booking/connection.ts';
import { hydrate } from '../booking/hydrate.tsx';

watchConnection();
hydrate('picker', SlotPicker);
