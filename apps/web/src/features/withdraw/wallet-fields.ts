import type { WalletHosting, WalletOwner } from '@karat/contract';

/** Fields of a large withdrawal, by their names in the request. */
export const WALLET_FIELDS = {
  wallet_owner: '',
  beneficiary_name: '',
  wallet_hosting: '',
  exchange_name: '',
};
export type WalletField = keyof typeof WALLET_FIELDS;
export type WalletForm = Readonly<Record<WalletField, string>>;

/** Returns the fields that are needed and empty, in their order on the screen. */
export function missingIn(form: WalletForm): readonly WalletField[] {
  const needed: readonly WalletField[] = [
    'wallet_owner',
    ...(form.wallet_owner === 'other' ? (['beneficiary_name'] as const) : []),
    'wallet_hosting',
    ...(form.wallet_hosting === 'exchange' ? (['exchange_name'] as const) : []),
  ];
  return needed.filter((field) => form[field].trim() === '');
}

/** Returns the fields to send: those that belong to the choices. */
export function walletOf(form: WalletForm): {
  wallet_owner: WalletOwner;
  wallet_hosting: WalletHosting;
  beneficiary_name?: string;
  exchange_name?: string;
} {
  const isOther = form.wallet_owner === 'other';
  const isHosted = form.wallet_hosting === 'exchange';
  return {
    wallet_owner: isOther ? 'other' : 'own',
    wallet_hosting: isHosted ? 'exchange' : 'self',
    ...(isOther ? { beneficiary_name: form.beneficiary_name.trim() } : {}),
    ...(isHosted ? { exchange_name: form.exchange_name.trim() } : {}),
  };
}
