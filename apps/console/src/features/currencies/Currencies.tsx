import { Tabs } from 'antd';
import { useMay } from '../../lib/rights.ts';
import { Page } from '../../ui/Page.tsx';
import { AddCurrency } from './AddCurrency.tsx';
import { CurrencyList } from './CurrencyList.tsx';
import { Networks } from './Networks.tsx';

/** Currencies, and the networks over which they come in and go out. */
export function Currencies() {
  const may = useMay();
  return (
    <Page
      title="Currencies"
      hint="One operator stops deposits, withdrawals or another use at once. Starting again and every other change take two operators."
      actions={may('console/currency_add') && <AddCurrency />}
    >
      <Tabs
        items={[
          { key: 'currencies', label: 'Currencies', children: <CurrencyList /> },
          { key: 'networks', label: 'Networks', children: <Networks /> },
        ]}
      />
    </Page>
  );
}
