import type { AccountName } from '@karat/contract';

/** The accounts of a user as the app calls them; the ledger has names of its own. */
export const ACCOUNTS: Readonly<Record<AccountName, string>> = {
  legal: 'Fiat',
  change: 'Exchange',
  lever: 'Contract',
  micro: 'Options',
};

const isAccount = (name: string): name is AccountName => Object.hasOwn(ACCOUNTS, name);

/** An account of the ledger as an operator reads it: `100001 change` is 100001 Exchange; what the house holds keeps its name. */
export function accountWords(account: string): string {
  const [, uid, name = ''] = /^(\d+) ([a-z]+)$/.exec(account) ?? [];
  return uid !== undefined && isAccount(name) ? `${uid} ${ACCOUNTS[name]}` : account;
}
