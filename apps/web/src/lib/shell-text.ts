import type en from './locales/en.ts';
import { texts } from './text.ts';

/** Texts of the shell and of the ui kit, which every screen may use. */
export const shellText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
