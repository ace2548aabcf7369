import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** Texts of the fields that login, registration and security share. */
export const accountText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
