import type { ReplyOf, SupportEvent, SupportState } from '@karat/contract';

export type Conversation = ReplyOf<'console/support_inbox'>['data'][number];
export type Thread = ReplyOf<'console/support_messages'>;
export type Message = Thread['data'][number];
export type Canned = ReplyOf<'console/support_canned'>['data'][number];
export type Customer = ReplyOf<'console/support_customer'>;
export type Statistics = ReplyOf<'console/support_statistics'>;

export const PAGE = 20;
export const INBOX_REFRESH_MS = 5_000;
export const THREAD_REFRESH_MS = 2_000;

export const STATE_COLOURS: Readonly<Record<SupportState, string>> = {
  waiting: 'gold',
  active: 'green',
  closed: 'default',
};

export const EVENTS: Readonly<Record<SupportEvent, string>> = {
  joined: 'An operator has taken the conversation',
  left: 'Back in the queue',
  closed_by_customer: 'Closed by the customer',
  closed_by_operator: 'Closed by an operator',
  merged: 'Messages of another conversation follow',
};

/** Codes of the languages as operators know them. */
export const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'hk', label: 'Chinese, traditional' },
  { value: 'zh', label: 'Chinese, simplified' },
  { value: 'th', label: 'Thai' },
  { value: 'jp', label: 'Japanese' },
  { value: 'kor', label: 'Korean' },
  { value: 'fra', label: 'French' },
  { value: 'spa', label: 'Spanish' },
  { value: 'vn', label: 'Vietnamese' },
] as const;
export type LangCode = (typeof LANGUAGES)[number]['value'];
