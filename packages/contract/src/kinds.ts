/** Kinds of journal, as bills name them. A new product adds its own here. */
export const JOURNAL_KINDS = [
  'genesis',
  'demo:grant',
  'transfer',
  'convert',
  'send',
  'fiat:purchase',
  'fiat:refund',
  'spot:hold',
  'spot:release',
  'spot:trade',
  'spot:batch',
  'correction',
  'stock:split',
  'stock:dividend',
  'deposit',
  'deposit:voucher',
  'custody:funding',
  'withdrawal:hold',
  'withdrawal:release',
  'withdrawal:paid',
  'contract:hold',
  'contract:release',
  'contract:open',
  'contract:close',
  'contract:liquidation',
  'contract:fee',
  'contract:overnight',
  'contract:insurance',
  'contract:fund',
  'option:open',
  'option:won',
  'option:lost',
  'option:back',
  'option:pool',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/**
 * Kinds of notice that the message centre keeps, each with its room in front. A product adds its own here and their texts in
 * its `notices.ts`; a kind without a text does not compile.
 */
export const NOTICE_KINDS = [
  'verification:approved',
  'verification:rejected',
  'verification:granted',
  'verification:revoked',
  'operators:correction',
  'stocks:dividend',
  'stocks:split',
  'deposits:seen',
  'deposits:credited',
  'deposits:below_minimum',
  'deposits:orphaned',
  'deposits:voucher_received',
  'deposits:voucher_approved',
  'deposits:voucher_rejected',
  'wallet:sent',
  'wallet:received',
  'fiat:ordered',
  'fiat:proof_sent',
  'fiat:successful',
  'fiat:rejected',
  'fiat:expired',
  'fiat:cancelled',
  'fiat:refunded',
  'contracts:filled',
  'contracts:stopped',
  'contracts:warning',
  'contracts:liquidated',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** The kinds of one room, `NoticesOf<'deposits'>`. */
export type NoticesOf<Room extends string> = Extract<NoticeKind, `${Room}:${string}`>;

/** What a user chooses mails by. Notices of security always go out. */
export const NOTICE_GROUPS = ['security', 'account', 'money', 'trade'] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];
