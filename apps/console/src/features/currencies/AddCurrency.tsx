import { Button, Form, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { notAboveZero } from '../../ui/change.ts';
import { LogoUpload, notDecimals } from './CurrencyDetail.tsx';

interface Fields {
  readonly code: string;
  readonly title: string;
  readonly kind: 'coin' | 'stock';
  readonly decimals: string;
  readonly display_decimals: string;
  readonly quote_currency?: number;
  readonly tick?: string;
  readonly lot?: string;
  readonly min_notional?: string;
  readonly reference_price?: string;
}

const DECIMALS_MAX = 10;
const KINDS = [
  { value: 'coin', label: 'Coin' },
  { value: 'stock', label: 'Stock' },
];

/** A rule of a text field from its error. */
const ruleOf = (wrong: (value: string) => string | undefined) => ({
  validator: async (_: unknown, value: unknown) => {
    const said = wrong(typeof value === 'string' ? value : '');
    if (said !== undefined) throw new Error(said);
  },
});

const notCode = (value: string): string | undefined =>
  /^[A-Z0-9]{2,10}$/.test(value) ? undefined : 'Two to ten capital letters and digits';

const MARKET_FIELDS = [
  ['tick', 'Price step', 'Prices are multiples of it'],
  ['lot', 'Quantity step', 'Quantities are multiples of it'],
  ['min_notional', 'Minimum order', 'In the quote currency'],
  ['reference_price', 'First index', 'The price until the first trade'],
] as const;

/** The market that opens with the currency. */
function MarketFields() {
  const currencies = useCall('console/currencies', {});
  const quotes = (currencies.data ?? []).filter(
    ({ code, kind, markets }) => kind === 'coin' && markets.some((symbol) => symbol.endsWith(`/${code}`)),
  );
  return (
    <>
      <Form.Item
        name="quote_currency"
        label="Quote currency"
        rules={[{ required: true, message: 'Choose one' }]}
      >
        <Select options={quotes.map(({ currency_id: value, code: label }) => ({ value, label }))} />
      </Form.Item>
      <div className="change-fields">
        {MARKET_FIELDS.map(([name, label, extra]) => (
          <Form.Item key={name} name={name} label={label} extra={extra} rules={[ruleOf(notAboveZero)]}>
            <Input inputMode="decimal" />
          </Form.Item>
        ))}
      </div>
    </>
  );
}

function AddForm({ close }: { close: () => void }) {
  const [logo, setLogo] = useState<string>();
  const [hasMarket, setMarket] = useState(false);
  return (
    <AskForApproval<Fields>
      title="Add a currency"
      hint="Symbol, kind and scale can never change. Networks are added to it after the approval."
      initial={{ kind: 'coin', decimals: '8', display_decimals: '4' }}
      close={close}
      about={{ currency_code_taken: 'code' }}
      send={({ reason, ...fields }) =>
        api.post('console/currency_add', { ...fields, ...(logo === undefined ? {} : { logo }), reason })
      }
    >
      <div className="change-fields">
        <Form.Item name="code" label="Symbol" rules={[ruleOf(notCode)]}>
          <Input maxLength={10} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="title"
          label="Name"
          rules={[{ required: true, whitespace: true, message: 'A name of at most forty letters' }]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="kind" label="Kind">
          <Select options={KINDS} />
        </Form.Item>
        <LogoUpload label="Logo" logo={logo} onLogo={setLogo} />
        <Form.Item
          name="decimals"
          label="Scale"
          extra="Decimals of the smallest unit"
          rules={[ruleOf(notDecimals(DECIMALS_MAX))]}
        >
          <Input inputMode="numeric" maxLength={2} />
        </Form.Item>
        <Form.Item
          name="display_decimals"
          label="Decimals shown"
          dependencies={['decimals']}
          rules={[
            ({ getFieldValue }) => ruleOf(notDecimals(Number(getFieldValue('decimals') ?? DECIMALS_MAX))),
          ]}
        >
          <Input inputMode="numeric" maxLength={2} />
        </Form.Item>
      </div>
      <Form.Item label="Open a market that is priced by its own book">
        <Switch
          aria-label="Open a market that is priced by its own book"
          checked={hasMarket}
          onChange={setMarket}
        />
      </Form.Item>
      {hasMarket && <MarketFields />}
    </AskForApproval>
  );
}

/** Asks to add a currency; a second operator approves. */
export function AddCurrency() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        Add a currency
      </Button>
      {open && <AddForm close={() => setOpen(false)} />}
    </>
  );
}
