import type { ReplyOf } from '@karat/contract';
import { Alert, Drawer, Form, Input } from 'antd';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForm } from '../../ui/AskForApproval.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Figure, numberColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { Reject } from '../../ui/Reject.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { REASONS } from './words.ts';
import type { Loan } from './words.ts';

type Asset = Loan['assets'][number];

const isRate = (value: string): boolean => /^\d{1,2}(\.\d{1,8})?$/.test(value) && Number(value) > 0;

/** Approves at a rate, alone or with a second person. */
function Approve({ loan, usualRate, close }: { loan: Loan; usualRate: string; close: () => void }) {
  return (
    <AskForm<{ rate: string }, ReplyOf<'console/loan_approve'>>
      send={({ rate, reason }) => api.post('console/loan_approve', { id: loan.id, rate, reason })}
      close={close}
      initial={{ rate: usualRate }}
      about={{ value_invalid: 'rate' }}
      button={loan.two_people ? 'Ask for approval' : 'Approve'}
      said={({ approved }) =>
        approved ? 'Approved and paid out' : 'Asked. Somebody else has to approve it.'
      }
    >
      <Form.Item
        name="rate"
        label="Rate, % a day"
        rules={[
          {
            validator: (_, value: string) =>
              isRate(value) ? Promise.resolve() : Promise.reject(new Error('A decimal number above zero')),
          },
        ]}
      >
        <Input inputMode="decimal" maxLength={10} />
      </Form.Item>
    </AskForm>
  );
}

function Applicant({ loan }: { loan: Loan }) {
  const { applicant } = loan;
  return (
    <Part title="Applicant">
      <Facts
        facts={[
          ['UID', <UserLink key="uid" uid={loan.uid} />],
          ['VIP level', String(applicant.vip_level)],
          ['Market maker', applicant.market_maker ? 'yes' : 'no'],
          ['Verification level', String(applicant.level)],
          ['Free balance', <Figure key="free" value={applicant.free_usdt} unit="USDT" />],
          [
            'Other loans',
            `${applicant.active} running, ${applicant.repaid} repaid, ${applicant.liquidated} liquidated`,
          ],
        ]}
      />
    </Part>
  );
}

function Assets({ assets }: { assets: readonly Asset[] }) {
  return (
    <Part title="Assets">
      <Rows<Asset>
        read={CAME_ALONG}
        rows={assets}
        rowKey="currency_id"
        empty="None"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Amount', (row) => row.amount),
          numberColumn('Index price', (row) => row.price),
          numberColumn('Liq. price', (row) => row.liquidation_price),
        ]}
      />
    </Part>
  );
}

/** Decisions on an application: approve at a rate, or reject with a reason that the applicant reads. */
function Decisions({ loan, usualRate, close }: { loan: Loan; usualRate: string; close: () => void }) {
  const may = useMay();
  if (loan.state !== 'pending' || !may('console/loan_approve')) return null;
  return (
    <>
      <Part title="Approve">
        {loan.two_people && (
          <Alert
            type="info"
            showIcon
            style={{ marginBottom: 12 }}
            title={
              loan.asked
                ? 'Requested. A second operator decides under Approvals.'
                : 'A loan of this size needs a second operator.'
            }
          />
        )}
        {!loan.asked && <Approve loan={loan} usualRate={usualRate} close={close} />}
      </Part>
      <Part title="Reject">
        <Reject
          reasons={REASONS}
          send={(fields) => api.post('console/loan_reject', { id: loan.id, ...fields })}
          said="Rejected. The applicant has been notified."
          label="Words to the applicant"
          close={close}
        />
      </Part>
    </>
  );
}

/** One application or loan with the figures of its applicant, and the decisions. */
export function Review({ loan, usualRate, close }: { loan: Loan; usualRate: string; close: () => void }) {
  return (
    <Drawer open size={560} title={`Loan ${loan.id}`} onClose={close} destroyOnHidden>
      <Facts
        facts={[
          ['Amount', <Figure key="amount" value={loan.amount} unit={loan.currency_name} />],
          ['Term', `${loan.days} days`],
          ['Purpose', loan.purpose],
          ['Applied', `${moment(loan.created_ms)} UTC`],
          ['Decide by', `${moment(loan.decide_by_ms)} UTC`],
          [
            loan.state === 'pending' ? 'Risk rate if approved' : 'Risk rate',
            <Figure key="risk" value={loan.risk_rate} unit="%" />,
          ],
          ['Loan / collateral', <Figure key="leverage" value={loan.leverage} unit="x" />],
          ['Assets', <Figure key="assets" value={loan.assets_usdt} unit="USDT" />],
          ['Debt', <Figure key="debt" value={loan.debt} unit={loan.currency_name} />],
          ['Rate', <Figure key="rate" value={loan.rate} unit="% a day" />],
          ['Decided by', loan.decided_by ?? '–'],
          ['Reason', loan.reason === null ? '–' : REASONS[loan.reason]],
          ['Words to the applicant', loan.note === '' ? '–' : loan.note],
          ['Due', loan.due_ms === null ? '–' : `${moment(loan.due_ms)} UTC`],
          ['Receipt', loan.receipt ?? '–'],
        ]}
      />
      <Applicant loan={loan} />
      <Assets assets={loan.assets} />
      <Decisions loan={loan} usualRate={usualRate} close={close} />
    </Drawer>
  );
}
