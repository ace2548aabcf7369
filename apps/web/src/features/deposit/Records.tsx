import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Empty, ListTabs, LoadedPages, Page } from '../../ui/index.ts';
import { WithdrawalRows } from '../../ui/withdrawals/index.ts';
import { DepositRows } from './DepositRows.tsx';
import { depositText } from './text.ts';

const EVERY_MS = 5_000;

function Deposits() {
  const t = useText(depositText);
  const log = usePages('get', 'recharge/log', {}, { everyMs: EVERY_MS });
  const action = <Button onClick={() => go.push('/pages/fund/select')}>{t('make_deposit')}</Button>;
  return (
    <LoadedPages
      query={log}
      empty={<Empty icon={<ArrowDownToLine />} text={t('no_deposits')} action={action} />}
    >
      {(rows) => <DepositRows rows={rows} />}
    </LoadedPages>
  );
}

function Withdrawals() {
  const t = useText(depositText);
  const list = usePages('get', 'user/withdraw/list', {}, { everyMs: EVERY_MS });
  const action = <Button onClick={() => go.push('/pages/fund/withdraw')}>{t('make_withdrawal')}</Button>;
  return (
    <LoadedPages
      query={list}
      empty={<Empty icon={<ArrowUpFromLine />} text={t('no_withdrawals')} action={action} />}
    >
      {(rows) => <WithdrawalRows rows={rows} />}
    </LoadedPages>
  );
}

/** Deposits and withdrawals, newest first. */
export default function Records() {
  const t = useText(depositText);
  const first = useParam('tab') === 'out' ? 'out' : 'in';
  return (
    <Page title={t('records')} back="/pages/fund/assets">
      <ListTabs
        // The address may change while the screen is open.
        key={first}
        label={t('records')}
        first={first}
        lists={[
          { id: 'in', label: t('deposits'), list: <Deposits /> },
          { id: 'out', label: t('withdrawals'), list: <Withdrawals /> },
        ]}
      />
    </Page>
  );
}
