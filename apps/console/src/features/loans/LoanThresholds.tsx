import type { ReplyOf } from '@karat/contract';
import { api, useCall } from '../../lib/api.ts';
import { grouped } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { Values } from '../../ui/ChangeFields.tsx';
import { Figure } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Part } from '../../ui/Page.tsx';
import { Thresholds } from '../../ui/Thresholds.tsx';
import { atLeast, figure, notAboveZero, notDecimal } from '../../ui/change.ts';

type LoanLimits = ReplyOf<'console/loan_thresholds'>;

const DAYS_MAX = 3_650;
const notDays = (value: string): string | undefined =>
  /^[1-9]\d*$/.test(value) && Number(value) <= DAYS_MAX
    ? undefined
    : `Whole days, at most ${grouped(String(DAYS_MAX))}`;

const FIELDS = [
  figure('two_people_usdt', 'Two operators from (USDT)', notDecimal, '0: for every loan'),
  figure('min_usdt', 'Minimum of a loan (USDT)', notAboveZero),
  figure('max_usdt', 'Maximum of a loan (USDT)', atLeast('min_usdt', 'Not below the minimum')),
  figure('days_min', 'Shortest term (days)', notDays),
  figure(
    'days_max',
    'Longest term (days)',
    (value, all) => notDays(value) ?? atLeast('days_min', 'Not below the shortest term')(value, all),
  ),
  figure('usual_rate', 'Usual rate (% a day)', notDecimal, 'What the calculator of the app shows'),
  figure(
    'rate_max',
    'Highest rate (% a day)',
    atLeast('usual_rate', 'Not below the usual rate'),
    'Operators cannot approve a loan above it',
  ),
] as const;

const valuesOf = ({ days_min: shortest, days_max: longest, ...rest }: LoanLimits): Values => ({
  two_people_usdt: rest.two_people_usdt,
  min_usdt: rest.min_usdt,
  max_usdt: rest.max_usdt,
  days_min: String(shortest),
  days_max: String(longest),
  usual_rate: rest.usual_rate,
  rate_max: rest.rate_max,
});

function AskThresholds({ now, close }: { now: LoanLimits; close: () => void }) {
  const before = valuesOf(now);
  return (
    <AskForApproval<Values>
      title="Change the thresholds of loans"
      hint="Changes apply to new applications and approvals. Running loans keep their rate and term."
      initial={before}
      close={close}
      about={{ value_invalid: 'max_usdt' }}
      send={({ reason, ...values }) =>
        api.post('console/loan_thresholds_change', {
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

/** Thresholds of loans to come, which two operators change. */
export function LoanThresholds() {
  const thresholds = useCall('console/loan_thresholds', {});
  const may = useMay();
  return (
    <Thresholds
      read={thresholds}
      mayChange={may('console/loan_thresholds_change')}
      ask={(now, close) => <AskThresholds now={now} close={close} />}
    >
      {(now) => (
        <Part title="New loans">
          <Facts
            facts={[
              [
                'Two operators',
                <>
                  from <Figure value={now.two_people_usdt} unit="USDT" />
                </>,
              ],
              [
                'Size',
                <>
                  <Figure value={now.min_usdt} /> to <Figure value={now.max_usdt} unit="USDT" />
                </>,
              ],
              ['Term', `${now.days_min} to ${now.days_max} days`],
              ['Usual rate', `${now.usual_rate}% a day`],
              ['Highest rate', `${now.rate_max}% a day`],
            ]}
          />
        </Part>
      )}
    </Thresholds>
  );
}
