import { WITHDRAWAL_STATUS } from '@karat/contract';
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { usePages } from '../../lib/query.ts';
import { shortened } from '../../lib/shorten.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { useWide } from '../../lib/wide.ts';
import {
  Badge,
  Button,
  CoinIcon,
  Columns,
  Empty,
  List,
  ListRow,
  LoadedPages,
  Num,
  Page,
  Tabs,
} from '../../ui/index.ts';
import { DepositRows } from './DepositRows.tsx';
import { depositText } from './text.ts';

type Withdrawal = ReplyOf<'user/withdraw/list'>['data'][number];

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

const STATES = {
  [WITHDRAWAL_STATUS.reviewing]: { word: 'out_reviewing', intent: 'gold' },
  [WITHDRAWAL_STATUS.done]: { word: 'out_done', intent: 'good' },
  [WITHDRAWAL_STATUS.rejected]: { word: 'out_rejected', intent: 'bad' },
  [WITHDRAWAL_STATUS.broadcast]: { word: 'out_sent', intent: 'info' },
} as const;
const CANCELLED = { word: 'out_cancelled', intent: 'plain' } as const;
const stateOf = ({ status, state }: Withdrawal) =>
  state === 'cancelled'
    ? CANCELLED
    : (STATES[status as keyof typeof STATES] ?? STATES[WITHDRAWAL_STATUS.reviewing]);

function Withdrawals() {
  const t = useText(depositText);
  const locale = useLocale();
  const list = usePages('get', 'user/withdraw/list', {}, { everyMs: EVERY_MS });
  const action = <Button onClick={() => go.push('/pages/fund/withdraw')}>{t('make_withdrawal')}</Button>;
  return (
    <LoadedPages
      query={list}
      empty={<Empty icon={<ArrowUpFromLine />} text={t('no_withdrawals')} action={action} />}
    >
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <ListRow
              key={row.id}
              to="/pages/fund/withdraw_detail"
              search={{ id: row.id }}
              icon={<CoinIcon name={row.currency_name} size={32} />}
              title={<Num value={`-${row.number}`} unit={row.currency_name} />}
              hint={shortened(row.address)}
              meta={formatTime(row.created_ms, locale)}
              end={<Badge intent={stateOf(row).intent}>{t(stateOf(row).word)}</Badge>}
              below={
                row.state !== 'cancelled' &&
                row.reason_text !== '' && <p className="pb-3 text-sm text-muted">{row.reason_text}</p>
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

const TABS = ['in', 'out'] as const;

/** Deposits and withdrawals, newest first. */
export default function Records() {
  const t = useText(depositText);
  const wantedTab = useParam('tab');
  const [tab, setTab] = useState<(typeof TABS)[number]>(wantedTab === 'out' ? 'out' : 'in');
  const wide = useWide();
  if (wide)
    return (
      <Page title={t('records')} back="/pages/fund/assets">
        <Columns lists={{ [t('deposits')]: <Deposits />, [t('withdrawals')]: <Withdrawals /> }} />
      </Page>
    );
  return (
    <Page title={t('records')} back="/pages/fund/assets">
      <Tabs
        variant="block"
        className="mb-4"
        label={t('records')}
        items={[
          { id: 'in', label: t('deposits') },
          { id: 'out', label: t('withdrawals') },
        ]}
        value={tab}
        onChange={setTab}
      />
      {tab === 'in' ? <Deposits /> : <Withdrawals />}
    </Page>
  );
}
