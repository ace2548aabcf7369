import type { ReplyOf } from '@karat/contract';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { Values } from '../../ui/ChangeFields.tsx';
import { figure, notAboveZero } from '../../ui/change.ts';
import { originOf } from './words.ts';

export type Method = ReplyOf<'console/deposit_methods'>[number];

const CONFIRMATIONS_MAX = 500;
const TOKEN_DECIMALS_MAX = 18;

const notBetween =
  (low: number, high: number) =>
  (value: string): string | undefined =>
    /^\d{1,4}$/.test(value) && Number(value) >= low && Number(value) <= high
      ? undefined
      : `A whole number from ${low} to ${high}`;

const fieldsOf = (confirmationsMin: number) =>
  [
    figure('minimum', 'Minimum deposit', notAboveZero, 'Smaller deposits are recorded, but not credited'),
    figure(
      'confirmations',
      'Confirmations',
      notBetween(confirmationsMin, CONFIRMATIONS_MAX),
      `At least ${confirmationsMin} on this chain`,
    ),
  ] as const;

/** Asks to change minimum and confirmations. */
export function ChangeMethod({ method, close }: { method: Method; close: () => void }) {
  const before = { minimum: method.minimum, confirmations: String(method.confirmations) };
  const fields = fieldsOf(method.confirmations_min);
  return (
    <AskForApproval<Values>
      title={`Change deposits of ${method.code} on ${method.network_name}`}
      hint={`Changes apply to new blocks. Deposits that were seen keep their terms. Present version: ${originOf(method)}.`}
      initial={before}
      close={close}
      about={{ value_invalid: 'confirmations' }}
      send={({ reason, ...values }) =>
        api.post('console/deposit_method_change', {
          currency_id: method.currency_id,
          network: method.network,
          version: method.version,
          ...changesOf(fields, before, values),
          reason: String(reason),
        })
      }
    >
      <ChangeFields fields={fields} before={before} />
    </AskForApproval>
  );
}

interface Token {
  readonly currency_id: number;
  readonly network: 'ethereum' | 'tron';
  readonly contract: string;
  readonly token_decimals: string;
  readonly minimum: string;
  readonly confirmations: string;
}

const NETWORKS = [
  { value: 'ethereum', label: 'Ethereum (ERC20)' },
  { value: 'tron', label: 'Tron (TRC20)' },
];

const rule = (wrong: (value: string) => string | undefined) => ({
  validator: async (_: unknown, value: unknown) => {
    const said = wrong(typeof value === 'string' ? value : '');
    if (said !== undefined) throw new Error(said);
  },
});

function TokenForm({ methods, close }: { methods: readonly Method[]; close: () => void }) {
  const currencies = useCall('console/currencies', {});
  const coins = (currencies.data ?? []).filter(({ kind }) => kind === 'coin');
  const isThere = ({ currency_id: id, network }: Token): boolean =>
    methods.some((each) => each.currency_id === id && each.network === network);
  return (
    <AskForApproval<Token>
      title="Add a token to a network"
      hint="Contract and decimals can never change. The node checks the decimals."
      initial={{ network: 'ethereum' }}
      close={close}
      about={{ value_invalid: 'contract' }}
      send={({ reason, ...token }) => {
        if (isThere(token)) throw new Error('This currency has deposits on this network already.');
        return api.post('console/deposit_method_change', { ...token, version: 0, reason });
      }}
    >
      <Alert
        type="warning"
        style={{ marginBottom: 16 }}
        title="Payouts need the signer: add contract, decimals and a cap to its own policy file. The approval shows the entry."
      />
      <div className="change-fields">
        <Form.Item name="currency_id" label="Currency" rules={[{ required: true, message: 'Choose one' }]}>
          <Select
            showSearch
            optionFilterProp="label"
            options={coins.map(({ currency_id: value, code: label }) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item name="network" label="Network">
          <Select options={NETWORKS} />
        </Form.Item>
      </div>
      <Form.Item
        name="contract"
        label="Token contract"
        rules={[{ required: true, whitespace: true, min: 20, message: 'The address of the contract' }]}
      >
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <div className="change-fields">
        <Form.Item
          name="token_decimals"
          label="Decimals of the token"
          rules={[rule(notBetween(0, TOKEN_DECIMALS_MAX))]}
        >
          <Input inputMode="numeric" maxLength={2} />
        </Form.Item>
        <Form.Item name="minimum" label="Minimum deposit" rules={[rule(notAboveZero)]}>
          <Input inputMode="decimal" />
        </Form.Item>
        <Form.Item
          name="confirmations"
          label="Confirmations"
          rules={[rule(notBetween(1, CONFIRMATIONS_MAX))]}
        >
          <Input inputMode="numeric" maxLength={3} />
        </Form.Item>
      </div>
    </AskForApproval>
  );
}

/** Asks to add a token to a network; a second operator approves. */
export function AddMethod({ methods }: { methods: readonly Method[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a token</Button>
      {open && <TokenForm methods={methods} close={() => setOpen(false)} />}
    </>
  );
}
