import type en from './locales/en.ts';
import { texts } from './text.ts';

/** Texts of the shell and of the ui kit. */
export const shellText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
