import type { NoticeGroup, NoticeKind } from '@karat/contract';
import { fill, localeOf, writeDecimal } from '@karat/i18n';
import type { Catalogue, Lang, Template, Values } from '@karat/i18n';

type InNineLanguages = Readonly<Record<Lang, Template>>;

/** Texts of a kind of notice. */
export interface NoticeText {
  /** Group of the user's email choice; `security` is always emailed. */
  readonly group: NoticeGroup;
  readonly title: InNineLanguages;
  readonly body: InNineLanguages;
  /** Values that are codes, by slot: they are translated for the reader. */
  readonly words?: Readonly<Record<string, Catalogue<string>>>;
  /** Slots that a version before this one did not fill, each with the slot that stands in for it. */
  readonly older?: Readonly<Record<string, string>>;
}

/**
 * Notices of a domain, in its `notices.ts`. The values of a notice fill the slots of its text:
 *
 * ```ts
 * // packages/contract/src/kinds.ts: NOTICE_KINDS has 'deposits:credited'
 * // domains/deposits/notices.ts
 * export const depositsNotices: NoticeTexts<NoticesOf<'deposits'>> = {
 *   'deposits:credited': {
 *     group: 'money',
 *     title: { en: 'Deposit received', hk: '充值已到帳', ... },
 *     body: { en: '{amount} {coin} arrived in your exchange account.', hk: '{amount} {coin} 已存入你的交易帳戶。', ... },
 *   },
 * };
 * // domains/deposits/credit.ts, in the transaction of the credit
 * await messages.notify(tx, {
 *   user, kind: 'deposits:credited', values: { amount: format(amount), coin: 'BTC' }, key: `deposit:${id}:credited`,
 * });
 * ```
 *
 * `index.ts` exports `depositsNotices`, and `apps/server/src/notices.ts` merges it with the others.
 */
export type NoticeTexts<Kind extends NoticeKind> = Readonly<Record<Kind, NoticeText>>;

/** A notice as displayed. */
export interface ReadNotice {
  readonly title: string;
  readonly body: string;
}

const wordOf = (words: Catalogue<string> | undefined, value: string | number, lang: Lang): string | number =>
  words?.[String(value)]?.[lang] ?? value;

/** Slots of amounts, prices and percentages; their values are decimal text. */
export const NUMBER_SLOTS: ReadonlySet<string> = new Set([
  'after',
  'amount',
  'applied',
  'arrived',
  'before',
  'debt',
  'discount',
  'face',
  'held',
  'holding',
  'interest',
  'limit',
  'liquidation',
  'loss',
  'margin',
  'min',
  'ordered',
  'paid',
  'payout',
  'penalty',
  'percent',
  'price',
  'profit',
  'rate',
  'receive',
  'received',
  'recovered',
  'refund',
  'share',
  'spent',
  'stake',
  'target',
  'tokens',
]);

const DECIMAL = /^(?<sign>[+-]?)(?<digits>[0-9]+(?:\.(?<decimals>[0-9]+))?)$/;

/** Returns a number with the separators of the language and all its decimals; any other value as it is. */
function numberOf(slot: string, value: string | number, lang: Lang): string | number {
  const parts = NUMBER_SLOTS.has(slot) ? DECIMAL.exec(String(value))?.groups : undefined;
  if (!parts) return value;
  const { sign = '', digits = '', decimals = '' } = parts;
  const places = { min: decimals.length, max: decimals.length };
  return `${sign}${writeDecimal(digits, places, localeOf(lang))}`;
}

/** Spaces that an empty value leaves between two words. */
const GAPS = / {2,}/g;

/** Returns title and body of a notice in a language. */
export function readNotice(text: NoticeText, values: Values, lang: Lang): ReadNotice {
  const older = Object.entries(text.older ?? {}).flatMap(([slot, before]) =>
    values[before] === undefined ? [] : [[slot, values[before]] as const],
  );
  const notices = Object.fromEntries(
    [...older, ...Object.entries(values)].map(([slot, value]) => [
      slot,
      numberOf(slot, wordOf(text.words?.[slot], value, lang), lang),
    ]),
  );
  const read = (template: Template): string => fill(template, lang, notices).replace(GAPS, ' ').trim();
  return { title: read(text.title[lang]), body: read(text.body[lang]) };
}
