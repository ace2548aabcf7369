import { GIFT_STATES } from '@karat/contract';
import type { GiftState, ReplyOf } from '@karat/contract';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { UserStateFilter, uidOf } from '../../ui/UserStateFilter.tsx';
import type { UserState } from '../../ui/UserStateFilter.tsx';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { useFilter } from '../../ui/useFilter.ts';

type Gift = ReplyOf<'console/gifts'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 10_000;
const STATES = [...GIFT_STATES, 'all'] as const;
const COLOURS = { open: 'blue', claimed: 'green', cancelled: 'default', expired: 'default' } as const;

/** Gift codes, newest first, by state and by the user who sent or claimed them. Codes are not stored. */
export function Gifts({ may }: { may: boolean }) {
  const [asked, setAsked] = useState<Gift | null>(null);
  const { value, choose, page, turn } = useFilter<UserState<GiftState>>({ state: 'all', uid: '' });
  const sent = {
    ...(value.state === 'all' ? {} : { state: value.state }),
    ...uidOf(value.uid),
    page,
    limit: PAGE,
  };
  const gifts = useCall('console/gifts', sent, REFRESH_MS);
  return (
    <Part title="Gift codes" extra={<UserStateFilter states={STATES} value={value} choose={choose} />}>
      <Rows<Gift>
        read={gifts}
        rows={gifts.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No gift code"
        paging={{ page, turn, size: PAGE, total: gifts.data?.total ?? 0 }}
        columns={[
          numberColumn('No.', (row) => row.id),
          { title: 'Sender', render: (_, row) => <UserLink uid={row.sender} /> },
          {
            title: 'Receiver',
            render: (_, row) => (row.receiver === null ? '–' : <UserLink uid={row.receiver} />),
          },
          numberColumn(
            'Amount',
            (row) => row.number,
            (row) => row.currency_name,
          ),
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'Note', dataIndex: 'note' },
          timeColumn('Created', (row) => row.created_ms),
          timeColumn('Expires', (row) => row.expires_ms),
          timeColumn('Ended', (row) => row.ended_ms),
          {
            title: 'Cancelled by',
            render: (_, row) =>
              row.cancelled_by === null ? '–' : `${row.cancelled_by}: ${row.cancel_reason ?? ''}`,
          },
          actionsColumn(
            (row) =>
              may &&
              row.state === 'open' && (
                <Button size="small" danger onClick={() => setAsked(row)}>
                  Cancel
                </Button>
              ),
          ),
        ]}
      />
      {asked && (
        <AskForApproval
          title={`Cancel gift ${asked.id}`}
          hint={`${asked.number} ${asked.currency_name} return to user ${asked.sender}, who is notified.`}
          button="Cancel the gift"
          said="Cancelled. The money has returned to the sender."
          danger
          close={() => setAsked(null)}
          send={({ reason }) => api.post('console/gift_cancel', { id: asked.id, reason })}
        />
      )}
    </Part>
  );
}
