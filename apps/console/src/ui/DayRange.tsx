import { Flex, Input } from 'antd';
import type { Days } from '../lib/utc.ts';

/** Two days in UTC that limit a list. */
export function DayRange({ value, choose }: { value: Days; choose: (days: Days) => void }) {
  return (
    <Flex gap={8} align="center">
      <Input
        type="date"
        aria-label="From (UTC)"
        value={value.first}
        max={value.last || undefined}
        onChange={({ target }) => choose({ ...value, first: target.value })}
        style={{ width: 140 }}
      />
      <span aria-hidden>–</span>
      <Input
        type="date"
        aria-label="To (UTC)"
        value={value.last}
        min={value.first || undefined}
        onChange={({ target }) => choose({ ...value, last: target.value })}
        style={{ width: 140 }}
      />
    </Flex>
  );
}
