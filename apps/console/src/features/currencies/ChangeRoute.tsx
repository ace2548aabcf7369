import type { ReplyOf } from '@karat/contract';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { Values } from '../../ui/ChangeFields.tsx';
import { figure, notAboveZero, notDecimal } from '../../ui/change.ts';
import { originOf } from './words.ts';

export type Route = ReplyOf<'console/withdrawal_routes'>[number];

/** A fee takes at most half of the smallest withdrawal. */
const aboveHalf = (value: string, all: Values): string | undefined =>
  notDecimal(value) ??
  (Number(value) * 2 > Number(all['minimum']) ? 'At most half of the minimum' : undefined);

const FIELDS = [
  figure('fee', 'Fee', aboveHalf, 'Kept by the exchange, which pays the network'),
  figure('minimum', 'Minimum withdrawal', notAboveZero, 'Worth at most 1,000 USDT'),
] as const;

/** Asks to change fee and minimum. */
export function ChangeRoute({ route, close }: { route: Route; close: () => void }) {
  const before = { fee: route.fee, minimum: route.minimum };
  return (
    <AskForApproval<Values>
      title={`Change withdrawals of ${route.code}: ${route.title}`}
      hint={`Changes apply to new requests. Existing requests keep their fee. Present version: ${originOf(route)}.`}
      initial={before}
      close={close}
      about={{ value_invalid: 'minimum' }}
      send={({ reason, ...values }) =>
        api.post('console/withdrawal_route_change', {
          type: route.type,
          currency_id: route.currency_id,
          network: route.network,
          version: route.version,
          ...changesOf(FIELDS, before, values),
          reason: String(reason),
        })
      }
    >
      <ChangeFields fields={FIELDS} before={before} />
    </AskForApproval>
  );
}

interface NewRoute {
  readonly currency_id: number;
  readonly way: string;
  readonly fee: string;
  readonly minimum: string;
}

/** Ways out: the type of a withdrawal and its network. */
const WAYS = [
  { value: '0 ethereum', label: 'Ethereum (ERC20)' },
  { value: '0 tron', label: 'Tron (TRC20)' },
  { value: '1 card', label: 'Bank card' },
  { value: '2 card', label: 'SWIFT' },
];

const wayOf = (way: string): { readonly type: string; readonly network: string } => {
  const [type = '', network = ''] = way.split(' ');
  return { type, network };
};

function RouteForm({ routes, close }: { routes: readonly Route[]; close: () => void }) {
  const currencies = useCall('console/currencies', {});
  const out = (currencies.data ?? []).filter(({ kind }) => kind !== 'stock');
  const isThere = ({ currency_id: id, way }: NewRoute): boolean =>
    routes.some(({ currency_id: each, type, network }) => each === id && `${type} ${network}` === way);
  return (
    <AskForApproval<NewRoute>
      title="Add withdrawals"
      hint="A chain has to carry the currency: add its token to deposits first."
      initial={{ way: '0 ethereum' }}
      close={close}
      about={{ value_invalid: 'way' }}
      send={({ reason, way, ...terms }) => {
        if (isThere({ way, ...terms })) throw new Error('This currency can be withdrawn this way already.');
        return api.post('console/withdrawal_route_change', { ...terms, ...wayOf(way), version: 0, reason });
      }}
    >
      <div className="change-fields">
        <Form.Item name="currency_id" label="Currency" rules={[{ required: true, message: 'Choose one' }]}>
          <Select
            showSearch
            optionFilterProp="label"
            options={out.map(({ currency_id: value, code: label }) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item name="way" label="Over">
          <Select options={WAYS} />
        </Form.Item>
        {FIELDS.map(({ name, label, extra, wrong }) => (
          <Form.Item
            key={name}
            name={name}
            label={label}
            extra={extra}
            rules={[
              ({ getFieldsValue }) => ({
                validator: async (_, value: unknown) => {
                  const said = wrong?.(
                    typeof value === 'string' ? value : '',
                    getFieldsValue(true) as Values,
                  );
                  if (said !== undefined) throw new Error(said);
                },
              }),
            ]}
          >
            <Input inputMode="decimal" />
          </Form.Item>
        ))}
      </div>
    </AskForApproval>
  );
}

/** Asks to add withdrawals of a currency; a second operator approves. */
export function AddRoute({ routes }: { routes: readonly Route[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add withdrawals</Button>
      {open && <RouteForm routes={routes} close={() => setOpen(false)} />}
    </>
  );
}
