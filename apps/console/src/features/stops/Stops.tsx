import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { PRODUCT_NAMES, STOP_TARGET_NAMES, stopName } from '../../lib/product-names.ts';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Page, Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';

type Reply = ReplyOf<'console/stops'>;
type Product = Reply['products'][number];
type Stopped = Reply['stops'][number];

const REFRESH_MS = 5_000;

/** Product halts, and everything that is halted. */
export function Stops() {
  const stops = useCall('console/stops', {}, REFRESH_MS);
  return (
    <Page title="Stops" hint="One operator halts at once, with a reason. Resuming takes two.">
      <Part title="Products">
        <Rows<Product>
          read={stops}
          rows={stops.data?.products}
          rowKey="product"
          empty="No products"
          columns={[
            { title: 'Product', render: (_, row) => PRODUCT_NAMES[row.product] },
            {
              title: 'State',
              render: (_, row) => (
                <Tag color={row.halted ? 'red' : 'green'}>{row.halted ? 'halted' : 'running'}</Tag>
              ),
            },
            actionsColumn((row) => (
              <StopButton
                target="product"
                subject={row.product}
                name={PRODUCT_NAMES[row.product]}
                runs={!row.halted}
                hint="New orders are refused. Open ones can be closed and cancelled."
              />
            )),
          ]}
        />
      </Part>
      <Part title="Stopped now">
        <Rows<Stopped>
          read={stops}
          rows={stops.data?.stops}
          rowKey={(row) => `${row.target}:${row.subject}`}
          empty="Nothing is halted"
          columns={[
            { title: 'What', render: (_, row) => STOP_TARGET_NAMES[row.target] },
            { title: 'Name', render: (_, row) => stopName(row) },
            { title: 'How far', dataIndex: 'level' },
            { title: 'Reason', render: (_, row) => <div style={{ maxWidth: 280 }}>{row.reason}</div> },
            { title: 'By', dataIndex: 'stopped_by' },
            timeColumn('Since (UTC)', (row) => row.stopped_ms),
            actionsColumn((row) => (
              <StopButton target={row.target} subject={row.subject} name={stopName(row)} runs={false} />
            )),
          ]}
        />
      </Part>
    </Page>
  );
}
