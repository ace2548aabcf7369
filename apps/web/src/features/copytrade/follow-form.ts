import { COPY_SIZE } from '@karat/contract';
import { format, parse, parseAmount } from '@karat/money';
import { proportionalMultiple } from '@karat/rules';
import type { ReplyOf, SentTo } from '../../lib/calls.ts';

/** A present or former follow of the user. */
export type FollowRow = ReplyOf<'follow/my'>['data'][number];
/** The user's current following of a trader. */
export type Known = FollowRow | undefined;

/** How copies are sized: in proportion to the sum, by a multiple of the trader's lots, or by lots. */
export type Sizing = 'share' | 'multiple' | 'lots';

/** Input of the form, as typed. */
export interface FollowForm {
  /** Maximum margin of all copies; needed for a size in proportion and for the simulation. */
  readonly total_cap: string;
  readonly sizing: Sizing;
  /** Multiple or lots; not used in proportion. */
  readonly number: string;
  /** Limits; empty for none. */
  readonly stop_loss: string;
  readonly take_profit: string;
  readonly order_cap: string;
  readonly slippage: string;
}
export type Entry = Exclude<keyof FollowForm, 'sizing'>;

const ENTRIES: readonly Entry[] = [
  'total_cap',
  'number',
  'stop_loss',
  'take_profit',
  'order_cap',
  'slippage',
];
const LIMITS: readonly Entry[] = ['stop_loss', 'take_profit', 'order_cap'];
export const isLimit = (entry: Entry): boolean => LIMITS.includes(entry);

const FIRST_SUM = '500';

/** A new copy is sized in proportion to the trader's capital, by a multiple where there is none yet. */
const firstSizing = (capital: string): Sizing => ((parseAmount(capital) ?? 0n) > 0n ? 'share' : 'multiple');

export const followForm = (known: Known, capital: string): FollowForm => ({
  total_cap: known ? (known.total_cap ?? '') : FIRST_SUM,
  sizing: known === undefined ? firstSizing(capital) : known.type === COPY_SIZE.lots ? 'lots' : 'multiple',
  number: known?.number ?? '1',
  stop_loss: known?.stop_loss ?? '',
  take_profit: known?.take_profit ?? '',
  order_cap: known?.order_cap ?? '',
  slippage: known?.slippage ?? '0.5',
});

/** Whether the text is not empty and not an amount above zero. */
export function isWrong(text: string): boolean {
  const value = parse(text);
  return text.trim() !== '' && (value === undefined || value <= 0n);
}

/** Smallest and largest multiple that the server accepts. */
const [MULTIPLE_MIN, MULTIPLE_MAX] = [parseAmount('0.01'), parseAmount('100')];

/** The multiple in proportion to the sum and the trader's capital; undefined where the server would refuse it. */
export function shareMultiple(form: FollowForm, capital: string): string | undefined {
  const [sum, whole] = [parseAmount(form.total_cap), parseAmount(capital)];
  if (sum === undefined || whole === undefined || MULTIPLE_MIN === undefined || MULTIPLE_MAX === undefined)
    return undefined;
  const multiple = proportionalMultiple(sum, whole);
  return multiple < MULTIPLE_MIN || multiple > MULTIPLE_MAX ? undefined : format(multiple);
}

/** Multiple or lots that are sent; undefined while the form has none. */
const numberOf = (form: FollowForm, capital: string): string | undefined =>
  form.sizing === 'share' ? shareMultiple(form, capital) : form.number.trim() || undefined;

export const isReady = (form: FollowForm, capital: string): boolean =>
  form.slippage.trim() !== '' &&
  numberOf(form, capital) !== undefined &&
  ENTRIES.every((entry) => !isWrong(form[entry]));

const typeOf = (form: FollowForm): number => (form.sizing === 'lots' ? COPY_SIZE.lots : COPY_SIZE.multiple);

/** Returns the fields of the call. */
export const sentForm = (trader: number, capital: string, form: FollowForm): SentTo<'follow/follow'> => ({
  trader_user_id: trader,
  type: typeOf(form),
  number: numberOf(form, capital) ?? '',
  slippage: form.slippage,
  order_cap: form.order_cap,
  total_cap: form.total_cap,
  stop_loss: form.stop_loss,
  take_profit: form.take_profit,
});

/** Returns the fields of the simulation; undefined while they are not complete. */
export function sentSimulation(
  trader: number,
  capital: string,
  form: FollowForm,
): SentTo<'follow/simulate'> | undefined {
  if (!isReady(form, capital) || form.total_cap.trim() === '') return undefined;
  const { order_cap, stop_loss, take_profit } = form;
  const number = numberOf(form, capital) ?? '';
  return {
    trader_user_id: trader,
    sum: form.total_cap,
    type: typeOf(form),
    number,
    order_cap,
    stop_loss,
    take_profit,
  };
}
