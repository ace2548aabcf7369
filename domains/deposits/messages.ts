import type { DepositsCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of this room. */
export const depositsMessages: Catalogue<DepositsCode> = {};
