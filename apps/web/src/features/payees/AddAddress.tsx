import { WITHDRAWAL_TYPE } from '@karat/contract';
import { useState } from 'react';
import { USDT } from '../../lib/currencies.ts';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet, usePost } from '../../lib/query.ts';
import { useServerErrors } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, Loaded, Page, SkeletonForm, Tabs } from '../../ui/index.ts';
import { payeesText } from './text.ts';

function AddressForm({
  currency,
  networks,
}: {
  readonly currency: number;
  readonly networks: readonly { id: string; label: string }[];
}) {
  const t = useText(payeesText);
  const [form, setForm] = useState({ network: networks[0]?.id ?? '', name: '', address: '' });
  const [checked, setChecked] = useState(false);
  const serverErrors = useServerErrors({
    address_invalid: 'address',
    address_known: 'address',
    name_special: 'name',
  });
  const save = useAction('user/wallet/save', {
    quiet: true,
    onRefused: serverErrors.onRefused,
    invalidates: ['user/wallet/list'],
    onDone: () => toast(t('saved'), 'good'),
    onSuccessNavigate: () => go.back('/pages/setting/wallet'),
  });
  const set = (change: Partial<typeof form>): void => {
    setForm({ ...form, ...change });
    serverErrors.forget();
  };
  const wrong = (field: 'address' | 'name'): string | null =>
    checked && form[field].trim() === '' ? t('needed') : serverErrors.errorOf(field);
  return (
    <Form
      className="flex-1 gap-4"
      onSubmit={() => {
        setChecked(true);
        if (form.name.trim() !== '' && form.address.trim() !== '') save.mutate({ currency, ...form });
      }}
    >
      {networks.length > 1 && (
        <Tabs
          variant="block"
          label={t('network')}
          items={networks}
          value={form.network}
          onChange={(network) => set({ network })}
        />
      )}
      <Field
        label={t('address')}
        value={form.address}
        onValue={(address) => set({ address })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        error={wrong('address')}
      />
      <Field
        label={t('name')}
        value={form.name}
        onValue={(name) => set({ name })}
        hint={t('name_hint')}
        autoComplete="off"
        maxLength={30}
        error={wrong('name')}
      />
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
