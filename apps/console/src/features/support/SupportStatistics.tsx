import { Flex, Segmented, Statistic } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import type { Statistics } from './words.ts';

const DAY_MS = 86_400_000;
const PERIODS = [
  { value: 1, label: '24 hours' },
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
] as const;

type Durations = Pick<
  Statistics,
  'first_answer_ms' | 'first_answer_p90_ms' | 'resolution_ms' | 'resolution_p90_ms' | 'rating' | 'ratings'
>;

const duration = (ms: number | null): string => (ms === null ? '–' : age(0, ms));
const rating = ({ rating: stars, ratings }: Durations): string =>
  stars === null ? '–' : `${stars} (${ratings})`;

/** Time to first answer and to resolution, ratings, by operator. */
export function SupportStatistics() {
  const [days, setDays] = useState<number>(7);
  // The end is fixed while the page is open, so that the read has one key.
  const [now] = useState(() => Date.now());
  const read = useCall('console/support_statistics', { from_ms: now - days * DAY_MS, to_ms: now });
  return (
    <Part
      title="Statistics"
      extra={<Segmented<number> options={[...PERIODS]} value={days} onChange={setDays} size="small" />}
    >
      <Loaded read={read}>
        {(shown) => (
          <>
            <Flex gap={32} wrap style={{ marginBottom: 24 }}>
              <Statistic title="Conversations" value={shown.conversations} />
              <Statistic title="Tickets" value={shown.tickets} />
              <Statistic title="Closed" value={shown.closed} />
              <Statistic title="Messages" value={shown.messages} />
              <Statistic title="First answer, median" value={duration(shown.first_answer_ms)} />
              <Statistic title="First answer, 90 %" value={duration(shown.first_answer_p90_ms)} />
              <Statistic title="Resolution, median" value={duration(shown.resolution_ms)} />
              <Statistic title="Rating" value={rating(shown)} />
            </Flex>
            <Rows<Statistics['operators'][number]>
              read={CAME_ALONG}
              rows={shown.operators}
              rowKey="login"
              empty="No operator has answered in this period"
              columns={[
                { title: 'Operator', dataIndex: 'login' },
                { title: 'Conversations', align: 'right', dataIndex: 'conversations' },
                { title: 'Closed', align: 'right', dataIndex: 'closed' },
                { title: 'First answer', render: (_, row) => duration(row.first_answer_ms) },
                { title: 'First answer, 90 %', render: (_, row) => duration(row.first_answer_p90_ms) },
                { title: 'Resolution', render: (_, row) => duration(row.resolution_ms) },
                { title: 'Rating', render: (_, row) => rating(row) },
              ]}
            />
          </>
        )}
      </Loaded>
    </Part>
  );
}
