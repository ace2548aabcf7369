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
