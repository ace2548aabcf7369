import type { ReplyOf } from '@karat/contract';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import { Page, Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Orders } from './Orders.tsx';
import { newProduct, otherTerms } from './terms.ts';
import type { Product, Request } from './terms.ts';

type Coverage = ReplyOf<'console/mining_coverage'>[number];

const REFRESH_MS = 10_000;
const STATE_COLOURS = { open: 'green', upcoming: 'blue', sold_out: 'orange', ended: 'default' } as const;

/** The interest account by currency: what is free, what is owed to open orders, what is due soon. */
function CoverageRows() {
  const coverage = useCall('console/mining_coverage', {}, REFRESH_MS);
  return (
    <Part title="Coverage of the interest account">
      <Rows<Coverage>
        read={coverage}
        rows={coverage.data}
        rowKey="currency_name"
        empty="No currency has a product"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Free', (row) => row.available),
          numberColumn('Reserved', (row) => row.reserved),
          numberColumn('Owed to open orders', (row) => row.owed),
          {
            title: 'Covered',
            render: (_, row) => <Tag color={row.covered ? 'green' : 'red'}>{row.covered ? 'yes' : 'no'}</Tag>,
          },
          numberColumn('Orders', (row) => row.orders),
          numberColumn('Principal', (row) => row.principal),
          numberColumn('Due within a day', (row) => row.day),
          numberColumn('Due within a week', (row) => row.week),
          timeColumn('Overdue since', (row) => row.overdue_ms),
        ]}
      />
    </Part>
  );
}

/** Button of a new product; rendered for roles that may read the currencies. */
function NewProduct({ ask }: { ask: (request: Request) => void }) {
  const accounts = useCall('console/correction_accounts', {});
  return (
    <Button size="small" onClick={() => ask(newProduct(accounts.data?.currencies ?? []))}>
      New product
    </Button>
  );
}

function Products({ ask }: { ask: ((request: Request) => void) | undefined }) {
  const products = useCall('console/mining_products', {}, REFRESH_MS);
  return (
    <Part title="Products" extra={ask && <NewProduct ask={ask} />}>
      <Rows<Product>
        read={products}
        rows={products.data}
        rowKey={(row) => String(row.id)}
        empty="No product yet"
        columns={[
          numberColumn('No.', (row) => row.id),
          { title: 'Currency', dataIndex: 'currency_name' },
          { title: 'Type', dataIndex: 'category' },
          { title: 'Term', render: (_, row) => (row.day === 0 ? 'flexible' : `${row.day} days`) },
          numberColumn(
            'Daily rate',
            (row) => row.interest_rate,
            () => '%',
          ),
          numberColumn(
            'Penalty',
            (row) => row.penalty_ratio,
            () => '%',
          ),
          numberColumn('Min', (row) => row.save_min),
          numberColumn('Max per user', (row) => row.save_max),
          numberColumn('Sold', (row) => row.sold),
          numberColumn('Cap', (row) => row.total),
          numberColumn('Orders', (row) => row.orders),
          {
            title: 'State',
            render: (_, row) => (
              <>
                <Tag color={STATE_COLOURS[row.state]}>{row.state.replace('_', ' ')}</Tag>
                {row.vip_only && <Tag color="gold">VIP</Tag>}
              </>
            ),
          },
          timeColumn('Closes', (row) => row.closes_ms),
          actionsColumn(
            (row) =>
              ask && (
                <Button size="small" onClick={() => ask(otherTerms(row))}>
                  Change
                </Button>
              ),
          ),
        ]}
      />
    </Part>
  );
}

/** Products, orders and coverage of Earn. */
export function Mining() {
  const [request, setRequest] = useState<Request | null>(null);
  const may = useMay();
  const ask = may('console/mining_product') ? setRequest : undefined;
  return (
    <Page
      title="Earn"
      hint="Changes apply to new orders and need a second operator. Yields are paid from the amount reserved at each sale."
    >
      <CoverageRows />
      <Products ask={ask} />
      <Orders />
      {request && (
        <AskForApproval
          title={request.title}
          initial={request.before}
          close={() => setRequest(null)}
          about={request.about}
          send={(values) => {
            if (!request.isNew) changesOf(request.fields, request.before, values);
            return request.send(values);
          }}
        >
          <ChangeFields fields={request.fields} before={request.before} />
        </AskForApproval>
      )}
    </Page>
  );
}
