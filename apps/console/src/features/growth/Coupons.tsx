import { COUPON_AUDIENCES, COUPON_KINDS } from '@karat/contract';
import type { ReplyOf } from '@karat/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { figure, notAboveZero, notDecimal } from '../../ui/change.ts';
import type { Change, ChangeValues } from '../../ui/change.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';

type Campaign = ReplyOf<'console/coupon_campaigns'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 10_000;

const KIND_NAMES = { fee: 'Fees returned', yield: 'Extra yield', trial: 'Trial margin' } as const;

const filled = (value: ChangeValues[string] | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : String(value);

const NEW: Change = {
  title: 'New coupons',
  fields: [
    {
      name: 'kind',
      label: 'Kind',
      options: COUPON_KINDS.map((value) => ({ value, label: KIND_NAMES[value] })),
    },
    {
      ...figure('percent', 'Returned part of fees, or extra yield of a day, %', notAboveZero),
      extra: '100 for trial margin: the user keeps the whole profit',
    },
    { name: 'yield_days', label: 'Raised days, at most', extra: 'Only for extra yield' },
    { name: 'multiple_max', label: 'Highest leverage', extra: 'Only for trial margin' },
    { name: 'hold_hours', label: 'Longest holding time, hours', extra: 'Only for trial margin, 720 at most' },
    {
      name: 'markets',
      label: 'Numbers of the markets, separated by commas',
      extra: 'Only for trial margin; empty for all markets',
    },
    figure('face', 'At most for each coupon, USDT', notAboveZero),
    figure('days', 'Valid for days', notAboveZero),
    {
      name: 'audience',
      label: 'Issued to',
      options: COUPON_AUDIENCES.map((value) => ({ value, label: value })),
    },
    { name: 'uid', label: 'UID', extra: 'Only for one user' },
    { name: 'code', label: 'Code', extra: 'Only for a code: 6 to 20 letters and digits' },
    figure('coupons_max', 'Number of coupons, at most', notDecimal),
  ],
  before: { kind: 'fee', audience: 'code', days: '7', coupons_max: '100' },
  send: ({
    kind,
    yield_days: yieldDays,
    multiple_max: multipleMax,
    hold_hours: holdHours,
    markets,
    percent,
    face,
    days,
    audience,
    uid,
    code,
    coupons_max: most,
    reason,
  }) =>
    api.post('console/coupon_campaign', {
      kind: COUPON_KINDS.find((one) => one === kind) ?? 'fee',
      yield_days: filled(yieldDays),
      multiple_max: filled(multipleMax),
      hold_hours: filled(holdHours),
      markets: filled(markets),
      percent: String(percent),
      face: String(face),
      days: String(days),
      audience: COUPON_AUDIENCES.find((one) => one === audience) ?? 'code',
      ...(uid === undefined || uid === '' ? {} : { uid: String(uid) }),
      ...(code === undefined || code === '' ? {} : { code: String(code) }),
      coupons_max: String(most),
      reason,
    }),
};

/** Campaigns of coupons, newest first. */
export function Coupons({ ask }: { ask: ((change: Change) => void) | undefined }) {
  const [page, turn] = useState(1);
  const campaigns = useCall('console/coupon_campaigns', { page, limit: PAGE }, REFRESH_MS);
  return (
    <Part
      title="Coupons"
      extra={
        ask && (
          <Button size="small" onClick={() => ask(NEW)}>
            New coupons
          </Button>
        )
      }
    >
      <Rows<Campaign>
        read={campaigns}
        rows={campaigns.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No coupon was issued yet"
        paging={{ page, size: PAGE, total: campaigns.data?.total ?? 0, turn }}
        columns={[
          numberColumn('No.', (row) => row.id),
          {
            title: 'Kind',
            render: (_, row) =>
              row.trial
                ? `${KIND_NAMES[row.kind]}, ${row.trial.multiple_max}x, ${row.trial.hold_hours} hours, markets ${row.trial.markets?.join(', ') ?? 'all'}`
                : row.yield_days === null
                  ? KIND_NAMES[row.kind]
                  : `${KIND_NAMES[row.kind]}, ${row.yield_days} days`,
          },
          numberColumn(
            'Percent',
            (row) => row.percent,
            () => '%',
          ),
          numberColumn(
            'At most',
            (row) => row.face,
            () => 'USDT',
          ),
          { title: 'Issued to', render: (_, row) => row.code ?? row.audience },
          numberColumn('Days', (row) => row.days),
          numberColumn('Issued', (row) => row.issued),
          numberColumn('At most', (row) => row.coupons_max),
          numberColumn('Used', (row) => row.activated),
          numberColumn(
            'Returned',
            (row) => row.returned,
            () => 'USDT',
          ),
          timeColumn('Codes until', (row) => row.ends_ms),
        ]}
      />
    </Part>
  );
}
