import type { ReplyOf } from '@karat/contract';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Change = ReplyOf<'console/contact_changes'>[number];

const PROOFS: Readonly<Record<Change['proof'], string>> = {
  code: 'password and code',
  authenticator: 'password and authenticator',
  passkey: 'password and passkey',
  operators: 'two operators',
};

/** When a former contact reported the change as unauthorised. */
const Report = ({ ms }: { ms: number | null }) =>
  ms === null ? <>–</> : <Tag color="red">not the owner, {moment(ms)}</Tag>;

/** Contacts linked after registration; two operators can undo one that an intruder linked. */
export function ContactChanges({ uid }: { uid: number }) {
  const changes = useCall('console/contact_changes', { uid });
  const [undoing, setUndoing] = useState<Change | null>(null);
  return (
    <Part title="Contact changes">
      <Rows<Change>
        read={changes}
        rows={changes.data}
        rowKey={(row) => String(row.id)}
        empty="No contact changes"
        columns={[
          { title: 'New contact', render: (_, row) => row.contact ?? 'removed' },
          { title: 'Before', render: (_, row) => row.previous ?? '–' },
          { title: 'Proof', render: (_, row) => PROOFS[row.proof] },
          { title: 'Device', dataIndex: 'device' },
          { title: 'Address', dataIndex: 'address' },
          timeColumn('Changed (UTC)', (row) => row.changed_ms),
          { title: 'Reported (UTC)', render: (_, row) => <Report ms={row.reported_ms} /> },
          actionsColumn<Change>((row) =>
            row.current ? (
              <Button size="small" danger onClick={() => setUndoing(row)}>
                Undo
              </Button>
            ) : null,
          ),
        ]}
      />
      {undoing && (
        <AskForApproval
          title={
            undoing.previous === null
              ? `Remove ${undoing.contact ?? ''} from ${uid}`
              : `Put ${undoing.previous} back on ${uid}`
          }
          close={() => setUndoing(null)}
          send={({ reason }) => api.post('console/contact_restore', { uid, id: undoing.id, reason })}
        />
      )}
    </Part>
  );
}
