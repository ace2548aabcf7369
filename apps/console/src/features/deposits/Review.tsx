import { VOUCHER_STATUS } from '@karat/contract';
import type { VoucherReason } from '@karat/contract';
import { Alert, Drawer, Flex, Tag } from 'antd';
import { useCallback } from 'react';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForm } from '../../ui/AskForApproval.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Figure } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { PrivatePicture } from '../../ui/PrivatePicture.tsx';
import { Reject } from '../../ui/Reject.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { STATUS } from './status.ts';
import type { Voucher } from './status.ts';

const REASONS: Readonly<Record<VoucherReason, string>> = {
  not_received: 'The payment has not arrived',
  amount_differs: 'Another amount arrived',
  unreadable: 'The picture cannot be read',
  duplicate: 'This payment was handled already',
  third_party: "It came from somebody else's account",
  other: 'Another reason, in words',
};

/** Other vouchers with the identical picture. */
function Twins({ voucher }: { voucher: Voucher }) {
  if (voucher.duplicates.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      style={{ margin: '16px 0' }}
      title="The same picture was sent with other vouchers"
      description={voucher.duplicates.map(({ id, uid, status }) => (
        <Flex key={id} gap={8}>
          No. {id}, user <UserLink uid={uid} />
          <Tag color={STATUS[status]?.color ?? 'default'}>{STATUS[status]?.label}</Tag>
        </Flex>
      ))}
    />
  );
}

/** Requests the credit, or rejects the voucher with a reason. */
function Decision({ voucher, close }: { voucher: Voucher; close: () => void }) {
  return (
    <Part title="Decision">
      {voucher.asked ? (
        <Alert
          type="info"
          showIcon
          title="The credit has been requested. Another operator decides under Approvals."
        />
      ) : (
        voucher.image !== null && (
          <AskForm
            reason="Where the payment was found"
            button={`Ask for ${voucher.amount} ${voucher.currency_name} to be credited`}
            close={close}
            send={({ reason }) => api.post('console/voucher_credit', { id: voucher.id, reason })}
          />
        )
      )}
      <Part title="Or reject">
        <Reject
          reasons={REASONS}
          said="Rejected. The sender was notified."
          close={close}
          send={(fields) => api.post('console/voucher_reject', { id: voucher.id, ...fields })}
        />
      </Part>
    </Part>
  );
}

function Photo({ address }: { address: string }) {
  const load = useCallback(() => api.kept(address), [address]);
  return <PrivatePicture load={load} name="Voucher" />;
}

/** A voucher with its picture and facts. */
export function Review({ voucher, close }: { voucher: Voucher; close: () => void }) {
  const may = useMay();
  return (
    <Drawer open title={`Voucher ${voucher.id}`} size={560} onClose={close}>
      {voucher.image === null ? (
        <Alert type="warning" showIcon title="No picture came with it: it cannot be credited" />
      ) : (
        <Photo address={voucher.image} />
      )}
      <Twins voucher={voucher} />
      <Part title="Facts">
        <Facts
          facts={[
            ['User', <UserLink key="user" uid={voucher.uid} />],
            ['Amount', <Figure key="amount" value={voucher.amount} unit={voucher.currency_name} />],
            ['Paid from', voucher.account],
            ['Sent', `${moment(voucher.created_ms)} UTC`],
            ['Earlier vouchers', `${voucher.approved_before} approved, ${voucher.rejected_before} rejected`],
            ...(voucher.reason === null
              ? []
              : [['Rejected', `${REASONS[voucher.reason]} ${voucher.note}`] as const]),
          ]}
        />
      </Part>
      {voucher.status === VOUCHER_STATUS.pending && may('console/voucher_credit') && (
        <Decision voucher={voucher} close={close} />
      )}
    </Drawer>
  );
}
