import type { OptionsCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of this room. */
export const optionsMessages: Catalogue<OptionsCode> = {};
