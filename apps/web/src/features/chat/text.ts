import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

export const chatText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
