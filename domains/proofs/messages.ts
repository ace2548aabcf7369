import type { ProofsCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of this room. */
export const proofsMessages: Catalogue<ProofsCode> = {};
