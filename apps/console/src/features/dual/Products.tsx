import { Button, Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { changeTerms } from './changes.ts';
import type { Change } from '../../ui/change.ts';
import type { Product } from './changes.ts';

const PAGE = 10;
const COLOURS = { open: 'green', coming: 'blue', sold_out: 'gold', ended: 'default' } as const;
const LABELS = { open: 'open', coming: 'coming', sold_out: 'sold out', ended: 'ended' } as const;

/** All products, newest first. */
export function Products({ ask }: { ask: ((change: Change) => void) | undefined }) {
  const { page, turn } = useFilter(null);
  const products = useCall('console/dual_products', { page, limit: PAGE });
  return (
    <Part title="Products">
      <Rows<Product>
        read={products}
        rows={products.data?.data}
        rowKey="id"
        empty="No product yet"
        paging={{ page, turn, size: PAGE, total: products.data?.total ?? 0 }}
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          { title: 'Direction', dataIndex: 'type' },
          numberColumn('Strike', (row) => row.strike),
          numberColumn(
            'APR',
            (row) => row.apr,
            () => '%',
          ),
          numberColumn(
            'Share',
            (row) => row.share_price,
            (row) => row.currency_name,
          ),
          { title: 'Sold', align: 'right', render: (_, row) => `${row.sold_shares} / ${row.total_shares}` },
          numberColumn('Per user', (row) => row.user_max_shares),
          timeColumn('Sale ends', (row) => row.sale_end_ms),
          timeColumn('Maturity', (row) => row.maturity_ms),
          { title: 'Sale', render: (_, row) => <Tag color={COLOURS[row.status]}>{LABELS[row.status]}</Tag> },
          actionsColumn<Product>(
            (row) =>
              ask && (
                <Button size="small" onClick={() => ask(changeTerms(row))}>
                  Change
                </Button>
              ),
          ),
        ]}
      />
    </Part>
  );
}
