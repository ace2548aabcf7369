import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** Texts of the risk quiz and the own limits, which options and games share. */
export const riskText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
