import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** Texts of choosing a picture. */
export const pictureText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
