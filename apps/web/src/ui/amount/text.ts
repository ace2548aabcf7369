import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** Problems of typed amounts. */
export const amountText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
