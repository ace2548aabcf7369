import type { PayeesCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of this room. */
export const payeesMessages: Catalogue<PayeesCode> = {};
