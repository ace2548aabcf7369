import { Button } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import { Page } from '../../ui/Page.tsx';
import { Loaded } from '../../ui/Rows.tsx';
import { newProduct } from './changes.ts';
import type { Change } from '../../ui/change.ts';
import { Orders } from './Orders.tsx';
import { Products } from './Products.tsx';
import { Coverage, Exposure, Settlements } from './Risk.tsx';

const REFRESH_MS = 5_000;

function NewProduct({ ask }: { ask: (change: Change) => void }) {
  const markets = useCall('console/markets', {});
  const coins = markets.data?.filter(({ symbol }) => symbol.endsWith('/USDT')) ?? [];
  return (
    <Button type="primary" disabled={coins.length === 0} onClick={() => ask(newProduct(coins, Date.now()))}>
      New product
    </Button>
  );
}

/** Dual investment: coverage, exposure, settlements, products, orders. Outcomes follow from the index. */
export function Dual() {
  const [asking, setAsking] = useState<Change | null>(null);
  const dual = useCall('console/dual', {}, REFRESH_MS);
  const may = useMay();
  const ask = may('console/dual_product') ? setAsking : undefined;
  return (
    <Page
      title="Dual investment"
      hint="Changes apply to new orders and need a second operator. The published index decides every outcome; two operators decide only if half of its ticks are missing."
      actions={ask && <NewProduct ask={ask} />}
    >
      <Loaded read={dual}>
        {({ coverage, exposure, settlements }) => (
          <>
            <Settlements rows={settlements} ask={ask} />
            <Coverage rows={coverage} />
            <Exposure rows={exposure} />
          </>
        )}
      </Loaded>
      <Products ask={ask} />
      <Orders />
      {asking && (
        <AskForApproval
          title={asking.title}
          initial={asking.before}
          close={() => setAsking(null)}
          send={(values) => {
            if (asking.fields.length > 0) changesOf(asking.fields, asking.before, values);
            return asking.send(values);
          }}
        >
          {asking.fields.length > 0 && <ChangeFields fields={asking.fields} before={asking.before} />}
        </AskForApproval>
      )}
    </Page>
  );
}
