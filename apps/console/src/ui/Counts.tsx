import { Statistic } from 'antd';

/** Named figures in a row, at the head of a page. */
export const Counts = ({ of }: { of: readonly (readonly [title: string, value: number])[] }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 32 }}>
    {of.map(([title, value]) => (
      <Statistic key={title} title={title} value={value} />
    ))}
  </div>
);
