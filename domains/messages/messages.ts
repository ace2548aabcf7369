import type { MessagesCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of this room. */
export const messagesMessages: Catalogue<MessagesCode> = {};
