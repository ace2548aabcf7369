import type { ReplyOf } from '@karat/contract';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { Values } from '../../ui/ChangeFields.tsx';
import { Figure } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Part } from '../../ui/Page.tsx';
import { Thresholds } from '../../ui/Thresholds.tsx';
import { atLeast, figure, notDecimal } from '../../ui/change.ts';

type WithdrawalLimits = ReplyOf<'console/withdrawal_thresholds'>;

const MINUTES_MAX = 10_080;
const notMinutes = (value: string): string | undefined =>
  /^\d+$/.test(value) && Number(value) <= MINUTES_MAX ? undefined : `Whole minutes, at most ${MINUTES_MAX}`;

const FIELDS = [
  figure('automatic_usdt', 'Without an operator up to (USDT)', notDecimal),
  figure(
    'two_people_usdt',
    'Two operators from (USDT)',
    atLeast('automatic_usdt', 'Not below what needs no operator'),
  ),
  figure('alone_operator_usdt', 'One operator alone in 24 hours (USDT)', notDecimal),
  figure('alone_user_usdt', 'For one user in 24 hours (USDT)', notDecimal),
  figure('alone_day_usdt', 'All operators in 24 hours (USDT)', notDecimal),
  figure('delay_usdt', 'Waits from (USDT)', notDecimal),
  figure('delay_minutes', 'Minutes of waiting', notMinutes, '0: nothing waits'),
] as const;

const valuesOf = ({ delay_minutes: minutes, ...rest }: WithdrawalLimits): Values => ({
  automatic_usdt: rest.automatic_usdt,
  two_people_usdt: rest.two_people_usdt,
  alone_operator_usdt: rest.alone_operator_usdt,
  alone_user_usdt: rest.alone_user_usdt,
  alone_day_usdt: rest.alone_day_usdt,
  delay_usdt: rest.delay_usdt,
  delay_minutes: String(minutes),
});

function AskThresholds({ now, close }: { now: WithdrawalLimits; close: () => void }) {
  const before = valuesOf(now);
  return (
    <AskForApproval<Values>
      title="Change the thresholds of withdrawals"
      hint="Changes apply to new requests. Requests that were already decided keep their decision."
      initial={before}
      close={close}
      about={{ value_invalid: 'automatic_usdt' }}
      send={({ reason, ...values }) =>
        api.post('console/withdrawal_thresholds_change', {
          version: now.version,
          ...changesOf(FIELDS, before, values),
          reason: String(reason),
        })
      }
    >
      <ChangeFields fields={FIELDS} before={before} />
    </AskForApproval>
  );
}

const usdt = (value: string) => <Figure value={value} unit="USDT" />;

function Shown({ now }: { now: WithdrawalLimits }) {
  return (
    <>
      <Part title="Approval of one request">
        <Facts
          facts={[
            ['Without an operator', <>up to {usdt(now.automatic_usdt)}, without a risk note</>],
            ['One operator', <>below {usdt(now.two_people_usdt)}</>],
            ['Two operators', <>from {usdt(now.two_people_usdt)}</>],
          ]}
        />
      </Part>
      <Part title="What operators approve alone in 24 hours">
        <Facts
          facts={[
            ['One operator', usdt(now.alone_operator_usdt)],
            ['For one user, by all operators', usdt(now.alone_user_usdt)],
            ['All operators', usdt(now.alone_day_usdt)],
          ]}
        />
      </Part>
      <Part title="Waiting, in which the owner can cancel">
        <Facts
          facts={
            now.delay_minutes === 0
              ? [['Waits', 'nothing']]
              : [
                  ['From', usdt(now.delay_usdt)],
                  ['For', <Figure key="for" value={now.delay_minutes} unit="minutes" />],
                ]
          }
        />
      </Part>
    </>
  );
}

/** Thresholds of withdrawals, which two operators change. */
export function WithdrawalThresholds() {
  const thresholds = useCall('console/withdrawal_thresholds', {});
  const may = useMay();
  return (
    <Thresholds
      read={thresholds}
      mayChange={may('console/withdrawal_thresholds_change')}
      ask={(now, close) => <AskThresholds now={now} close={close} />}
    >
      {(now) => <Shown now={now} />}
    </Thresholds>
  );
}
