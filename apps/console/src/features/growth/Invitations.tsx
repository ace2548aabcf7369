import type { ReplyOf } from '@karat/contract';
import { Button, Flex, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';

type Invitation = ReplyOf<'console/invitations'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 10_000;
const COLOURS = { clear: 'green', held: 'orange', refused: 'red' } as const;

/** A decision on a held pair. */
interface Decision {
  readonly uid: number;
  readonly releases: boolean;
}

function DecisionForm({ decision, close }: { decision: Decision; close: () => void }) {
  const { uid, releases } = decision;
  return releases ? (
    <AskForApproval
      title={`Release the rebates of user ${uid}`}
      close={close}
      send={({ reason }) => api.post('console/invitation_release', { uid, reason })}
    />
  ) : (
    <AskForApproval
      title={`Refuse the rebates of user ${uid}`}
      button="Refuse"
      said="Refused. Later fees of this user give no rebate either."
      danger
      close={close}
      send={({ reason }) => api.post('console/invitation_refuse', { uid, reason })}
    />
  );
}

/** Invited users who paid fees, held pairs first. */
export function Invitations({ may }: { may: boolean }) {
  const [page, turn] = useState(1);
  const [decision, setDecision] = useState<Decision | null>(null);
  const invitations = useCall('console/invitations', { page, limit: PAGE }, REFRESH_MS);
  return (
    <Part title="Invited users">
      <Rows<Invitation>
        read={invitations}
        rows={invitations.data?.data}
        rowKey={(row) => String(row.invitee)}
        empty="No invited user has paid a fee"
        paging={{ page, size: PAGE, total: invitations.data?.total ?? 0, turn }}
        columns={[
          { title: 'Invited', render: (_, row) => <UserLink uid={row.invitee} /> },
          { title: 'Inviter', render: (_, row) => <UserLink uid={row.inviter} /> },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'In common', render: (_, row) => row.signs.join(', ') || '–' },
          numberColumn(
            'Held',
            (row) => row.held,
            () => 'USDT',
          ),
          numberColumn(
            'Paid',
            (row) => row.paid,
            () => 'USDT',
          ),
          timeColumn('Since', (row) => row.created_ms),
          { title: 'Decided by', render: (_, row) => row.decided_by ?? '–' },
          actionsColumn(
            ({ invitee: uid, state }) =>
              may &&
              state === 'held' && (
                <Flex gap="small">
                  <Button size="small" onClick={() => setDecision({ uid, releases: true })}>
                    Release
                  </Button>
                  <Button size="small" danger onClick={() => setDecision({ uid, releases: false })}>
                    Refuse
                  </Button>
                </Flex>
              ),
          ),
        ]}
      />
      {decision && <DecisionForm decision={decision} close={() => setDecision(null)} />}
    </Part>
  );
}
