import type { NoticeGroup, NoticeKind } from '@karat/contract';
import { fill } from '@karat/i18n';
import type { Catalogue, Lang, Template, Values } from '@karat/i18n';

type InNineLanguages = Readonly<Record<Lang, Template>>;

/** How a kind of notice reads. */
export interface NoticeText {
  /** Which choice of the user decides whether it is mailed as well; `security` is always mailed. */
  readonly group: NoticeGroup;
  readonly title: InNineLanguages;
  readonly body: InNineLanguages;
  /** Values that are codes rather than words, by their slot: they read in the language of the reader. */
  readonly words?: Readonly<Record<string, Catalogue<string>>>;
}

/**
 * The notices of a room, in its `notices.ts`. The slots of a text are filled with the values that the notice was told with:
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
 * // domains/deposits/credit.ts, in the transaction that credits
 * await messages.tell(tx, {
 *   user, kind: 'deposits:credited', values: { amount: format(amount), coin: 'BTC' }, key: `deposit:${id}:credited`,
 * });
 * ```
 *
 * The door exports `depositsNotices`, and `apps/server/src/notices.ts` merges it with the others.
 */
export type NoticeTexts<Kind extends NoticeKind> = Readonly<Record<Kind, NoticeText>>;

/** A notice as somebody reads it. */
export interface ReadNotice {
  readonly title: string;
  readonly body: string;
}

const wordOf = (words: Catalogue<string> | undefined, value: string | number, lang: Lang): string | number =>
  words?.[String(value)]?.[lang] ?? value;

/** What an empty value leaves between two words. */
const GAPS = / {2,}/g;

/** Title and body of a notice in a language. */
export function readNotice(text: NoticeText, values: Values, lang: Lang): ReadNotice {
  const told = Object.fromEntries(
    Object.entries(values).map(([slot, value]) => [slot, wordOf(text.words?.[slot], value, lang)]),
  );
  const read = (template: Template): string => fill(template, lang, told).replace(GAPS, ' ').trim();
  return { title: read(text.title[lang]), body: read(text.body[lang]) };
}
