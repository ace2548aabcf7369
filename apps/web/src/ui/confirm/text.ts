import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** Texts of the confirmation sheet. */
export const confirmText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
