import { watchConnection } from '../booking/connection.ts';

watchConnection();
