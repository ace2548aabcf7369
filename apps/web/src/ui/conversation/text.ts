import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** Texts of message lists and their composer. */
export const conversationText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
