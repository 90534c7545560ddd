import { watchConnection } from '../booking/connection.ts';
import { hydrate } from '../booking/hydrate.tsx';
import { LivePicker } from '../booking/live-picker.tsx';

watchConnection();
hydrate('picker', LivePicker);
