import { COPY_SIZE } from '@karat/contract';
import { parse } from '@karat/money';
import type { ReplyOf, SentTo } from '../../lib/calls.ts';

/** The user's current following of a trader. */
export type Known = ReplyOf<'follow/my'>['data'][number] | undefined;

/** Input of the form, as typed. */
export interface FollowForm {
  /** By a multiple of the trader's lots, or by lots. */
  readonly type: '1' | '2';
  readonly number: string;
  readonly slippage: string;
  /** Limits; empty for none. */
  readonly order_cap: string;
  readonly total_cap: string;
  readonly stop_loss: string;
}
export type Entry = Exclude<keyof FollowForm, 'type'>;

const NEEDED: readonly Entry[] = ['number', 'slippage'];
const LIMITS: readonly Entry[] = ['order_cap', 'total_cap', 'stop_loss'];
export const isLimit = (entry: Entry): boolean => LIMITS.includes(entry);

export const followForm = (known: Known): FollowForm => ({
  type: known?.type === COPY_SIZE.lots ? '2' : '1',
  number: known?.number ?? '1',
  order_cap: known?.order_cap ?? '',
  total_cap: known?.total_cap ?? '',
  slippage: known?.slippage ?? '0.5',
  stop_loss: known?.stop_loss ?? '',
});

/** Whether the text is not empty and not an amount. */
export function isWrong(text: string): boolean {
  const value = parse(text);
  return text.trim() !== '' && (value === undefined || value <= 0n);
}

export const isReady = (form: FollowForm): boolean =>
  NEEDED.every((entry) => form[entry].trim() !== '') &&
  [...NEEDED, ...LIMITS].every((entry) => !isWrong(form[entry]));

/** Returns the fields of the call. */
export const sentForm = (trader: number, form: FollowForm): SentTo<'follow/follow'> => ({
  trader_user_id: trader,
  type: Number(form.type),
  number: form.number,
  slippage: form.slippage,
  order_cap: form.order_cap,
  total_cap: form.total_cap,
  stop_loss: form.stop_loss,
});
