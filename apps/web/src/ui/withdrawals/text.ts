import { texts } from '../../lib/text.ts';
import type en from './locales/en.ts';

/** States of withdrawals. */
export const withdrawalsText = texts<typeof en>(import.meta.glob('./locales/*.ts'));
