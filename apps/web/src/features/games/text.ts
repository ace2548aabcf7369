import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

export const gamesText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
