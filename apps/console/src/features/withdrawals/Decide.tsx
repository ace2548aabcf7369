import type { ReplyOf } from '@karat/contract';
import { Alert, Form, Input } from 'antd';
import { api } from '../../lib/api.ts';
import { withFactor } from '../../lib/passkey.ts';
import type { FactorFields } from '../../lib/passkey.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForm } from '../../ui/AskForApproval.tsx';
import { Part } from '../../ui/Page.tsx';
import { Reject } from '../../ui/Reject.tsx';
import { SecondFactor } from '../../ui/SignInAgain.tsx';
import { REASONS } from './words.ts';
import type { Withdrawal } from './words.ts';

const ASKED = 'Asked. Somebody else has to approve it.';

/** Sums of 24 hours that one operator may approve. */
const SINGLE_LIMITS: Readonly<Record<NonNullable<Withdrawal['single_limit']>, string>> = {
  operator: 'You have reached the amount that one operator can approve in 24 hours.',
  user: 'Single operators have approved the maximum for this user in 24 hours.',
  day: 'Single operators have approved as much in 24 hours as is allowed.',
};

/** Approves the request by its digest; above the second threshold or a limit of 24 hours it requires another operator. */
function Approve({ row, close }: { row: Withdrawal; close: () => void }) {
  const two = row.approvals > 1 || row.single_limit !== null;
  return (
    <Part title={two ? 'Approve, with a second operator' : 'Approve'}>
      {row.single_limit !== null && row.approvals < 2 && (
        <Alert type="info" showIcon title={SINGLE_LIMITS[row.single_limit]} style={{ marginBottom: 16 }} />
      )}
      <AskForm<FactorFields, ReplyOf<'console/withdrawal_approve'>>
        reason="Why it is right"
        button={two ? 'Request second approval' : 'Approve'}
        said={({ asked }) => (asked === null ? 'Approved.' : ASKED)}
        close={close}
        send={async (fields) =>
          api.post('console/withdrawal_approve', {
            id: row.id,
            digest: row.digest,
            ...(await withFactor(fields)),
          })
        }
      >
        <SecondFactor />
      </AskForm>
    </Part>
  );
}

/** Confirms an executed bank payment with its reference, and a second operator. */
function Executed({ row, close }: { row: Withdrawal; close: () => void }) {
  return (
    <Part title="The bank has paid">
      <AskForm<{ bank_reference: string }>
        reason="How it is known"
        close={close}
        send={(fields) => api.post('console/withdrawal_executed', { id: row.id, ...fields })}
      >
        <Form.Item
          name="bank_reference"
          label="Reference of the bank"
          rules={[{ required: true, min: 3, message: 'The reference that the bank gave' }]}
        >
          <Input maxLength={60} />
        </Form.Item>
      </AskForm>
    </Part>
  );
}

/** Reports a returned payment: a second operator approves the credit to its owner. */
function Returned({ row, close }: { row: Withdrawal; close: () => void }) {
  return (
    <Part title="Or the bank has returned it">
      <AskForm
        reason="How it is known"
        close={close}
        send={(fields) => api.post('console/withdrawal_returned', { id: row.id, ...fields })}
      />
    </Part>
  );
}

/** Decisions of the request's state that the role allows. */
export function Decide({ row, close }: { row: Withdrawal; close: () => void }) {
  const may = useMay();
  const rejectable = row.state === 'requested' || row.state === 'approved';
  return (
    <>
      {row.asked && (
        <Alert
          type="info"
          showIcon
          style={{ marginTop: 24 }}
          title="Requested. A second operator decides under Approvals."
        />
      )}
      {row.state === 'requested' && !row.asked && may('console/withdrawal_approve') && (
        <Approve row={row} close={close} />
      )}
      {row.state === 'exported' && !row.asked && may('console/withdrawal_executed') && (
        <Executed row={row} close={close} />
      )}
      {row.state === 'exported' && !row.asked && may('console/withdrawal_returned') && (
        <Returned row={row} close={close} />
      )}
      {rejectable && may('console/withdrawal_reject') && (
        <Part title="Or reject">
          <Reject
            reasons={REASONS}
            label="In words, for its owner"
            said="Rejected. The money is available to its owner again."
            close={close}
            send={({ reason, note }) =>
              api.post('console/withdrawal_reject', { id: row.id, reason, ...(note ? { text: note } : {}) })
            }
          />
        </Part>
      )}
    </>
  );
}
