import { Segmented } from 'antd';
import { useState } from 'react';
import { Page } from '../../ui/Page.tsx';
import { ChainDeposits } from './ChainDeposits.tsx';
import { Vouchers } from './Vouchers.tsx';

const VIEWS = ['Vouchers', 'From chains'] as const;

/** Deposits: vouchers for review, and transfers on chains. */
export function Deposits() {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Vouchers');
  return (
    <Page
      title="Deposits"
      hint="A voucher is credited by two operators: one requests, another approves. Chain deposits are credited by confirmations only."
      actions={<Segmented options={[...VIEWS]} value={view} onChange={setView} />}
    >
      {view === 'Vouchers' ? <Vouchers /> : <ChainDeposits />}
    </Page>
  );
}
