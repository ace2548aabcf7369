import { WITHDRAWAL_TYPE } from '@karat/contract';
import { useState } from 'react';
import { USDT } from '../../lib/currencies.ts';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet, usePost } from '../../lib/query.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, Loaded, Page, SkeletonForm, Tabs, FormError } from '../../ui/index.ts';
import { payeesText } from './text.ts';

function AddressForm({
  currency,
  networks,
}: {
  readonly currency: number;
  readonly networks: readonly { id: string; label: string }[];
}) {
  const t = useText(payeesText);
  const { form, at, check, action, error } = useFormState(
    { network: networks[0]?.id ?? '', name: '', address: '' },
    { address_invalid: 'address', address_known: 'address', name_special: 'name' },
  );
  const save = useAction('user/wallet/save', {
    ...action,
    invalidates: ['user/wallet/list'],
    onDone: () => toast(t('saved'), 'good'),
    onSuccessNavigate: () => go.back('/pages/setting/wallet'),
  });
  const field = (name: 'address' | 'name') => {
    const { value, onValue, errorFor } = at(name);
    return { value, onValue, error: errorFor(value.trim() === '' ? t('needed') : null) };
  };
  return (
    <Form
      className="flex-1 gap-4"
      onSubmit={() => {
        check();
        if (form.name.trim() !== '' && form.address.trim() !== '') save.mutate({ currency, ...form });
      }}
    >
      {networks.length > 1 && (
        <Tabs
          variant="block"
          label={t('network')}
          items={networks}
          value={form.network}
          onChange={at('network').onValue}
        />
      )}
      <Field
        label={t('address')}
        {...field('address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
      />
      <Field label={t('name')} {...field('name')} hint={t('name_hint')} autoComplete="off" maxLength={30} />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={save.isPending || save.isSuccess} className="mt-auto">
        {t('add_address')}
      </Button>
    </Form>
  );
}

function Networks({ currency }: { readonly currency: number }) {
  const info = usePost('wallet/get_info', { currency, type: WITHDRAWAL_TYPE.address });
  return (
    <Loaded query={info} skeleton={<SkeletonForm fields={2} />}>
      {({ routes }) => (
        <AddressForm
          currency={currency}
          networks={routes.map(({ network, title }) => ({ id: network, label: title }))}
        />
      )}
    </Loaded>
  );
}

/** Adds an address of a coin on a network to the address book. */
export default function AddAddress() {
  const t = useText(payeesText);
  const [wanted, setWanted] = useState(useIdParam('currency') ?? USDT);
  const coins = useGet('withdrawal/currencies', { type: WITHDRAWAL_TYPE.address });
  return (
    <Page title={t('add_address')} back="/pages/setting/wallet">
      <Loaded query={coins} skeleton={<SkeletonForm fields={3} />}>
        {(all) => {
          const coin = all.find(({ id }) => id === wanted) ?? all[0];
          return (
            coin && (
              <>
                <Tabs
                  className="mb-4"
                  variant="chips"
                  label={t('coin')}
                  items={all.map(({ id, name }) => ({ id: String(id), label: name }))}
                  value={String(coin.id)}
                  onChange={(id) => setWanted(Number(id))}
                />
                <Networks key={coin.id} currency={coin.id} />
              </>
            )
          );
        }}
      </Loaded>
    </Page>
  );
}
