import type { WalletHosting, WalletOwner } from '@karat/contract';
import type { FieldState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { Button, Callout, Field, Picker } from '../../ui/index.ts';
import { withdrawText } from './text.ts';
import { missingIn } from './wallet-fields.ts';
import type { WalletField, WalletForm } from './wallet-fields.ts';

const OWNERS: readonly WalletOwner[] = ['own', 'other'];
const HOSTINGS: readonly WalletHosting[] = ['self', 'exchange'];

/** Asks whose wallet a large withdrawal pays. */
export function Wallet({
  form,
  at,
}: {
  readonly form: WalletForm;
  readonly at: (field: WalletField) => FieldState;
}) {
  const t = useText(withdrawText);
  const missing = missingIn(form);
  const problem = (field: WalletField): string | null =>
    missing.includes(field) ? t(`need_${field}`) : null;
  const owner = at('wallet_owner');
  const hosting = at('wallet_hosting');
  const name = at('beneficiary_name');
  const exchange = at('exchange_name');
  return (
    <section aria-label={t('wallet')} className="flex flex-col gap-4">
      <Callout>{t('wallet_note')}</Callout>
      <Picker
        label={t('wallet_owner')}
        title={t('need_wallet_owner')}
        options={OWNERS.map((id) => ({ id, label: t(`owner_${id}`) }))}
        value={owner.value}
        onChoose={owner.onValue}
        error={owner.errorFor(problem('wallet_owner'))}
      />
      {form.wallet_owner === 'other' && (
        <Field
          label={t('beneficiary_name')}
          value={name.value}
          onValue={name.onValue}
          maxLength={120}
          autoComplete="off"
          error={name.errorFor(problem('beneficiary_name'))}
        />
      )}
      <Picker
        label={t('wallet_hosting')}
        title={t('need_wallet_hosting')}
        options={HOSTINGS.map((id) => ({ id, label: t(`hosting_${id}`) }))}
        value={hosting.value}
        onChoose={hosting.onValue}
        error={hosting.errorFor(problem('wallet_hosting'))}
      />
      {form.wallet_hosting === 'exchange' && (
        <Field
          label={t('exchange_name')}
          value={exchange.value}
          onValue={exchange.onValue}
          maxLength={120}
          autoComplete="off"
          error={exchange.errorFor(problem('exchange_name'))}
        />
      )}
    </section>
  );
}

/** The wallet that the last large withdrawal to the address named, which is not asked again. */
export function KnownWallet({
  wallet,
  change,
}: {
  readonly wallet: { readonly wallet_owner: WalletOwner; readonly wallet_hosting: WalletHosting };
  readonly change: () => void;
}) {
  const t = useText(withdrawText);
  return (
    <section aria-label={t('wallet')} className="flex flex-col items-start gap-2">
      <Callout>
        {t('wallet_known', {
          owner: t(`owner_${wallet.wallet_owner}`),
          hosting: t(`hosting_${wallet.wallet_hosting}`),
        })}
      </Callout>
      <Button variant="quiet" size="sm" onClick={change}>
        {t('wallet_change')}
      </Button>
    </section>
  );
}
