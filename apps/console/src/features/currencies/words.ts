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
  deposit:
    'Addresses are hidden. Deposits that arrive meanwhile wait, uncredited, until deposits start again.',
  withdrawal: 'New withdrawals are refused. Approved ones wait, unsigned, until withdrawals start again.',
  send: 'Users cannot send it to others or put it into gift codes.',
  convert: 'Users cannot convert from it or into it.',
};

/** Whether a use makes sense for a kind of currency at all. */
export const hasUse = ({ kind }: Currency, use: Use['use']): boolean =>
  use === 'withdrawal' ? kind !== 'stock' : use === 'deposit' ? kind !== 'stock' : kind === 'coin';

/** Label of the version of a value. */
export const originOf = ({
  asked_by: asker,
  approved_by: approver,
}: Pick<Currency, 'asked_by' | 'approved_by'>): string =>
  asker === null ? 'never changed' : `requested by ${asker}, approved by ${approver}`;
