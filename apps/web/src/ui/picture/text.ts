import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** Texts of the picture field. */
export const pictureText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
