import type { AccountName } from '@karat/contract';

/** Display names of user accounts; the ledger has its own. */
export const ACCOUNTS: Readonly<Record<AccountName, string>> = {
  legal: 'Fiat',
  change: 'Exchange',
  lever: 'Futures',
  micro: 'Options',
};

const isAccount = (name: string): name is AccountName => Object.hasOwn(ACCOUNTS, name);

/** Display name of a ledger account: `100001 change` is 100001 Exchange; house accounts keep their name. */
export function accountWords(account: string): string {
  const [, uid, name = ''] = /^(\d+) ([a-z]+)$/.exec(account) ?? [];
  return uid !== undefined && isAccount(name) ? `${uid} ${ACCOUNTS[name]}` : account;
}
