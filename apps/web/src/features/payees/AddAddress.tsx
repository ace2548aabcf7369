import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useAction, usePost } from '../../lib/query.ts';
import { useRefused } from '../../lib/refused.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, Loaded, Page, SkeletonForm, Tabs } from '../../ui/index.ts';
import { payeesText } from './text.ts';

const COINS = [
  { id: '3', label: 'USDT' },
  { id: '1', label: 'BTC' },
  { id: '2', label: 'ETH' },
  { id: '45', label: 'USDC' },
] as const;
type Coin = (typeof COINS)[number]['id'];

const isCoin = (text: string | undefined): text is Coin => COINS.some(({ id }) => id === text);

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
  const refused = useRefused({ address_invalid: 'address', address_known: 'address', name_special: 'name' });
  const save = useAction('user/wallet/save', {
    quiet: true,
    onRefused: refused.onRefused,
    outdates: ['user/wallet/list'],
    onDone: () => toast(t('saved'), 'good'),
    goOn: () => go.back('/pages/setting/wallet'),
  });
  const set = (change: Partial<typeof form>): void => {
    setForm({ ...form, ...change });
    refused.forget();
  };
  const wrong = (field: 'address' | 'name'): string | null =>
    checked && form[field].trim() === '' ? t('needed') : refused.told(field);
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
          look="block"
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
  const info = usePost('wallet/get_info', { currency, type: 0 });
  return (
    <Loaded of={info} skeleton={<SkeletonForm fields={2} />}>
      {({ routes }) => (
        <AddressForm
          currency={currency}
          networks={routes.map(({ network, title }) => ({ id: network, label: title }))}
        />
      )}
    </Loaded>
  );
}

/** Puts an address into the address book. */
export default function AddAddress() {
  const t = useText(payeesText);
  const asked = useParam('currency');
  const [coin, setCoin] = useState<Coin>(isCoin(asked) ? asked : '3');
  return (
    <Page title={t('add_address')} back="/pages/setting/wallet">
      <Tabs className="mb-4" look="chips" label={t('coin')} items={COINS} value={coin} onChange={setCoin} />
      <Networks key={coin} currency={Number(coin)} />
    </Page>
  );
}
