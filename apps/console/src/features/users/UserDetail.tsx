import type { ReplyOf, UserRecords as Records } from '@karat/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs, Tag } from 'antd';
import { accountWords } from '../../lib/accounts.ts';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Figure, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { OpenCase } from '../../ui/OpenCase.tsx';
import { ContactChanges } from './ContactChanges.tsx';
import { Logins } from './Logins.tsx';
import { UserNotes } from './UserNotes.tsx';
import { UserRecords } from './UserRecords.tsx';
import { UserSecurity } from './UserSecurity.tsx';
import { UserVerification } from './UserVerification.tsx';

type Detail = ReplyOf<'console/user'>;
type Journal = ReplyOf<'console/journals'>['data'][number];
const LATEST = 20;

function Balances({ balances }: { balances: Detail['balances'] }) {
  return (
    <Part title="Balances">
      <Rows<Detail['balances'][number]>
        read={CAME_ALONG}
        rows={balances}
        rowKey={(row) => `${row.account}/${row.currency}`}
        empty="No bookings yet"
        columns={[
          { title: 'Account', render: (_, { account }) => accountWords(account) },
          { title: 'Currency', dataIndex: 'currency' },
          numberColumn('Available', (row) => row.available),
          numberColumn('Held', (row) => row.held),
        ]}
      />
    </Part>
  );
}

function Sessions({ sessions }: { sessions: Detail['sessions'] }) {
  return (
    <Part title="Open sessions">
      <Rows<Detail['sessions'][number]>
        read={CAME_ALONG}
        rows={sessions}
        rowKey={(row) => `${row.created_ms}/${row.address}/${row.device}`}
        empty="No active sessions"
        columns={[
          { title: 'Device', dataIndex: 'device' },
          { title: 'Address', dataIndex: 'address' },
          timeColumn('Last seen (UTC)', (row) => row.seen_ms),
        ]}
      />
    </Part>
  );
}

/** An account in tabs, of which each reads its list when it opens. Read once: each read is written to the audit log. */
export function UserDetail({ uid }: { uid: number }) {
  const detail = useQuery({
    queryKey: ['console/user', uid],
    queryFn: () => api.get('console/user', { uid }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { once: true },
  });
  const may = useMay();
  if (detail.isLoading) return <Skeleton active />;
  if (!detail.data) return <Failure error={detail.error} retry={() => void detail.refetch()} />;
  const { user, unvalued, value_usdt: value } = detail.data;
  return (
    <>
      <Facts
        label="Account"
        facts={[
          ['Nickname', user.nickname],
          ['E-mail', user.email ?? '–'],
          ['Phone', user.phone ?? '–'],
          [
            'State',
            <Tag key="state" color={user.status === 'active' ? 'green' : 'red'}>
              {user.status}
            </Tag>,
          ],
          ['Registered', `${moment(user.created_ms)} UTC`],
          ['Total value', <Figure key="value" value={value} unit="USDT" />],
          ...(unvalued.length === 0 ? [] : [['Without a price', unvalued.join(', ')] as const]),
        ]}
      />
      {may('console/case_open') && (
        <div style={{ marginTop: 12 }}>
          <OpenCase uid={uid} />
        </div>
      )}
      <Tabs
        style={{ marginTop: 12 }}
        items={tabsOf(detail.data, may)}
        // Each list is read when its tab opens: the audit log names what was looked at.
        destroyOnHidden
      />
    </>
  );
}

const recordsTab = (uid: number, key: Records, label: string) => ({
  key,
  label,
  children: <UserRecords uid={uid} records={key} />,
});

/** Tabs that the operator may open. */
function tabsOf({ user: { uid }, balances, sessions }: Detail, may: ReturnType<typeof useMay>) {
  return [
    { key: 'balances', label: 'Balances', children: <Balances balances={balances} /> },
    {
      key: 'orders',
      label: 'Orders',
      children: (
        <>
          <UserRecords uid={uid} records="open_orders" />
          <UserRecords uid={uid} records="orders" />
        </>
      ),
    },
    recordsTab(uid, 'trades', 'Trades'),
    recordsTab(uid, 'positions', 'Futures'),
    recordsTab(uid, 'options', 'Options'),
    recordsTab(uid, 'deposits', 'Deposits'),
    recordsTab(uid, 'withdrawals', 'Withdrawals'),
    recordsTab(uid, 'purchases', 'Fiat'),
    ...(may('console/journals')
      ? [{ key: 'journals', label: 'Journals', children: <UserJournals uid={uid} /> }]
      : []),
    ...(may('console/user_security')
      ? [
          {
            key: 'security',
            label: 'Security',
            children: (
              <>
                <UserSecurity uid={uid} />
                {may('console/contact_changes') && <ContactChanges uid={uid} />}
                <UserVerification uid={uid} />
              </>
            ),
          },
        ]
      : []),
    {
      key: 'devices',
      label: 'Devices',
      children: (
        <>
          <Sessions sessions={sessions} />
          {may('console/user_security') && <Logins uid={uid} />}
        </>
      ),
    },
    { key: 'notes', label: 'Notes', children: <UserNotes uid={uid} /> },
  ];
}

function Movements({ postings }: { postings: Journal['postings'] }) {
  return postings.map(({ account, available, held, currency }, index) => (
    <div key={index}>
      {accountWords(account)} <Figure value={available} unit={currency} />
      {held !== '0' && (
        <>
          {' '}
          (held <Figure value={held} unit={currency} />)
        </>
      )}
    </div>
  ));
}

function UserJournals({ uid }: { uid: number }) {
  const journals = useCall('console/journals', { uid, limit: LATEST });
  return (
    <Part title="Latest journals">
      <Rows<Journal>
        read={journals}
        rows={journals.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No transactions yet"
        columns={[
          timeColumn('Time (UTC)', (row) => row.created_ms),
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'Movements', render: (_, row) => <Movements postings={row.postings} /> },
        ]}
      />
    </Part>
  );
}
