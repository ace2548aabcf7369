import type { FiatCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of this room. */
export const fiatMessages: Catalogue<FiatCode> = {};
