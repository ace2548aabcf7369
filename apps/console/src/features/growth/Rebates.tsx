import type { ReplyOf } from '@karat/contract';
import { Button } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { figure, notDecimal } from '../../ui/change.ts';
import type { Change } from '../../ui/change.ts';
import { numberColumn } from '../../ui/columns.tsx';

type Totals = ReplyOf<'console/rebates'>['totals'][number];

const REFRESH_MS = 10_000;

const changeOf = (share: string): Change => ({
  title: 'Share of the fees as rebate',
  fields: [figure('share', 'Share of the fee, %', notDecimal, '0: no rebates')],
  before: { share },
  send: (values) =>
    api.post('console/rebate_share', { share: String(values['share']), reason: values.reason }),
});

/** Totals of the rebates by currency, and their share. */
export function Rebates({ ask }: { ask: ((change: Change) => void) | undefined }) {
  const rebates = useCall('console/rebates', {}, REFRESH_MS);
  const share = rebates.data?.share;
  return (
    <Part
      title={share === undefined ? 'Rebates' : `Rebates: ${share}% of the fee`}
      extra={
        ask &&
        share !== undefined && (
          <Button size="small" onClick={() => ask(changeOf(share))}>
            Change share
          </Button>
        )
      }
    >
      <Rows<Totals>
        read={rebates}
        rows={rebates.data?.totals}
        rowKey="currency_name"
        empty="No rebate yet"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Paid', (row) => row.paid),
          numberColumn('Due', (row) => row.due),
          numberColumn('Held', (row) => row.held),
          numberColumn('Refused', (row) => row.refused),
        ]}
      />
    </Part>
  );
}
