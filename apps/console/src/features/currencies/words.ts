import type { ReplyOf } from '@karat/contract';

export type Currency = ReplyOf<'console/currencies'>[number];
export type Use = Currency['uses'][number];

/** Names of uses; a column is as narrow as its name. */
export const USES: Readonly<Record<Use['use'], string>> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  send: 'Sends',
  convert: 'Conversions',
};

/** Effect of a stop, for the operator. */
export const STOPS: Readonly<Record<Use['use'], string>> = {
  deposit: 'No address is shown, and what arrives meanwhile waits, uncredited, until deposits go on.',
  withdrawal: 'Nobody can ask for a withdrawal, and approved ones wait unsigned until they go on.',
  send: 'Nobody can send it to another user or put it into a gift code.',
  convert: 'Nobody can convert it, or another currency into it.',
};

/** Whether a use makes sense for a kind of currency at all. */
export const hasUse = ({ kind }: Currency, use: Use['use']): boolean =>
  use === 'withdrawal' ? kind !== 'stock' : use === 'deposit' ? kind !== 'stock' : kind === 'coin';

/** Label of the version of a value. */
export const originOf = ({
  asked_by: asker,
  approved_by: approver,
}: Pick<Currency, 'asked_by' | 'approved_by'>): string =>
  asker === null ? 'never changed' : `asked by ${asker}, approved by ${approver}`;
