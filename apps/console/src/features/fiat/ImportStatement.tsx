import type { ReplyOf } from '@karat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Select, Space, Typography } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { Failure } from '../../ui/Page.tsx';

interface Fields {
  readonly account: string;
  readonly format: 'csv' | 'camt053';
}

/** Where the next statement of an account must begin. */
const GoesOnFrom = ({ account }: { account: ReplyOf<'console/fiat_accounts'>[number] }) => (
  <Typography.Paragraph type="secondary" style={{ marginTop: 8, marginBottom: 0 }}>
    {account.closing === null
      ? 'The first statement of this account.'
      : `Has to open with ${account.closing} ${account.currency}, the closing balance of ${account.closing_day}.`}
  </Typography.Paragraph>
);

/** Imports a statement of one of the exchange's bank accounts, which continues the previous one. */
export function ImportStatement() {
  const [file, setFile] = useState<File | null>(null);
  const queries = useQueryClient();
  const accounts = useCall('console/fiat_accounts', {});
  const read = useSingleMutation({
    mutationFn: ({ fields, chosen }: { fields: Fields; chosen: File }) =>
      api.upload('console/fiat_import', { ...fields }, chosen),
    onSuccess: () => queries.invalidateQueries(),
  });
  const [account, setAccount] = useState<string>();
  const last = accounts.data?.find((each) => each.account === account);
  const done = read.data;
  return (
    <>
      <Failure error={accounts.error} retry={() => void accounts.refetch()} />
      <Failure error={read.error} />
      {done && (
        <Alert
          type="success"
          showIcon
          style={{ marginBottom: 12 }}
          title={`${done.lines} credits read, ${done.matched} fit a purchase`}
          description={`${done.from} to ${done.to}: ${done.opening} to ${done.closing} ${done.currency}`}
        />
      )}
      <Form
        layout="inline"
        requiredMark={false}
        style={{ rowGap: 8 }}
        initialValues={{ format: 'camt053' }}
        onFinish={(fields: Fields) => file && read.mutate({ fields, chosen: file })}
      >
        <Form.Item name="account" label="Account" rules={[{ required: true, message: 'Which account?' }]}>
          <Select
            onChange={setAccount}
            style={{ width: 'min(340px, calc(100vw - 100px))' }}
            options={(accounts.data ?? []).map(({ account, currency, bank_name }) => ({
              value: account,
              label: `${currency} ${account} – ${bank_name}`,
            }))}
          />
        </Form.Item>
        <Form.Item name="format" label="Format" rules={[{ required: true }]}>
          <Select
            style={{ width: 140 }}
            options={[
              { value: 'camt053', label: 'CAMT.053' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        </Form.Item>
        <Space wrap>
          <input
            type="file"
            aria-label="Statement"
            accept=".xml,.csv,text/csv,text/xml,application/xml"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
          <Button type="primary" htmlType="submit" disabled={!file} loading={read.isPending}>
            Import
          </Button>
        </Space>
      </Form>
      {last && <GoesOnFrom account={last} />}
    </>
  );
}
