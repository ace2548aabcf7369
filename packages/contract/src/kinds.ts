/** Kinds of journal, as bills name them. A new product adds its own here. */
export const JOURNAL_KINDS = [
  'genesis',
  'demo:grant',
  'transfer',
  'convert',
  'spot:hold',
  'spot:release',
  'spot:trade',
  'correction',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** Kinds of notice that the message centre keeps. A product adds its own here; its texts stand in its `notices.ts`. */
export const NOTICE_KINDS = [] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
