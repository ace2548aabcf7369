import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

export const portfolioText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
