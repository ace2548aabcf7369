import { Flex } from 'antd';
import type { Days } from '../lib/utc.ts';
import { DayField } from './DayField.tsx';

/** Two days in UTC that limit a list. */
export function DayRange({ value, choose }: { value: Days; choose: (days: Days) => void }) {
  return (
    <Flex gap={8} align="center">
      <DayField
        label="From (UTC)"
        value={value.first}
        max={value.last}
        choose={(first) => choose({ ...value, first })}
      />
      <span aria-hidden>–</span>
      <DayField
        label="To (UTC)"
        value={value.last}
        min={value.first}
        choose={(last) => choose({ ...value, last })}
      />
    </Flex>
  );
}
