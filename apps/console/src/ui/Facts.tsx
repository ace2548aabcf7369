import { Descriptions } from 'antd';
import type { ReactNode } from 'react';

/** Names with values. */
export type Fact = readonly [name: string, value: ReactNode];

/** A list of facts; the names form a column. */
export function Facts({ facts, label }: { facts: readonly Fact[]; label?: string }) {
  return (
    <Descriptions
      aria-label={label}
      column={1}
      bordered
      size="small"
      styles={{ label: { width: '34%' } }}
      items={facts.map(([name, value]) => ({ key: name, label: name, children: value ?? '–' }))}
    />
  );
}
