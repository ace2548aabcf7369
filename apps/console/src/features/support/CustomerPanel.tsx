import { useQuery } from '@tanstack/react-query';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { moment, words } from '../../lib/format.ts';
import { numberColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import type { Conversation, Customer } from './words.ts';

const VERIFICATION = ['none', 'in review', 'verified', 'rejected'] as const;

function Account({ customer }: { customer: Customer }) {
  return (
    <>
      <Facts
        label="Customer"
        facts={[
          ['UID', <UserLink key="uid" uid={customer.uid} />],
          ['Nickname', customer.nickname],
          ['E-mail', customer.email],
          ['Phone', customer.phone],
          ['Account', customer.status],
          ['Identity', VERIFICATION[customer.real_state] ?? String(customer.real_state)],
          ['VIP', String(customer.vip_level)],
          ['Language', customer.lang],
          ['Since', `${moment(customer.created_ms)} UTC`],
          ['Conversations', String(customer.conversations)],
        ]}
      />
      <Part title="Balances">
        <Rows<Customer['balances'][number]>
          read={CAME_ALONG}
          rows={customer.balances}
          rowKey={(row) => `${row.account} ${row.currency}`}
          empty="No balances"
          columns={[
            { title: 'Account', dataIndex: 'account' },
            numberColumn(
              'Available',
              (row) => row.available,
              (row) => row.currency,
            ),
            numberColumn('Held', (row) => row.held),
          ]}
        />
      </Part>
      <Part title="Newest records">
        <Rows<Customer['records'][number]>
          read={CAME_ALONG}
          rows={customer.records}
          rowKey={(row) => `${row.kind} ${row.id}`}
          empty="No record"
          columns={[
            { title: 'Kind', render: (_, row) => words(row.kind) },
            { title: 'No.', dataIndex: 'id' },
            { title: 'What', render: (_, row) => `${row.title}, ${row.detail}` },
            { title: 'Time (UTC)', render: (_, row) => moment(row.created_ms) },
          ]}
        />
      </Part>
      <Part title="Devices">
        <Rows<Customer['devices'][number]>
          read={CAME_ALONG}
          rows={customer.devices}
          rowKey={(row) => `${row.device} ${row.created_ms}`}
          empty="No device"
          columns={[
            { title: 'Device', dataIndex: 'device' },
            { title: 'Address', dataIndex: 'address' },
            { title: 'Seen (UTC)', render: (_, row) => moment(row.seen_ms) },
          ]}
        />
      </Part>
    </>
  );
}

/** The account behind a conversation. It is read on request, because each read is in the audit log. */
export function CustomerPanel({ conversation: { id, uid, name } }: { conversation: Conversation }) {
  const [wanted, setWanted] = useState(false);
  const customer = useQuery({
    queryKey: ['console/support_customer', id],
    queryFn: () => api.get('console/support_customer', { id }),
    enabled: wanted,
    staleTime: Infinity,
    meta: { once: true },
  });
  if (uid === null)
    return <Typography.Paragraph>Visitor with the e-mail address {name}; no account.</Typography.Paragraph>;
  if (!wanted)
    return (
      <>
        <Typography.Paragraph>
          {name}, UID <UserLink uid={uid} />
        </Typography.Paragraph>
        <Typography.Paragraph type="secondary">
          Verification, balances, newest records and devices. Each look is in the audit log.
        </Typography.Paragraph>
        <Button onClick={() => setWanted(true)}>Show customer</Button>
      </>
    );
  return <Loaded read={customer}>{(shown) => <Account customer={shown} />}</Loaded>;
}
