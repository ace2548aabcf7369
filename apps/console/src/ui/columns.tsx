import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { grouped, moment } from '../lib/format.ts';

/** An amount with its thousands apart and its unit after it, on one line. */
export function Figure({ value, unit }: { value: string | number | null; unit?: string | undefined }) {
  if (value === null) return <>–</>;
  return (
    <span className="figure">
      {grouped(String(value))}
      {unit !== undefined && <span className="unit"> {unit}</span>}
    </span>
  );
}

/** A hash, an address or a digest: every character, letters of equal width, broken where the room ends. */
export function ExactNumber({ children }: { children: string }) {
  return <span className="exact">{children}</span>;
}

/** A long name on one line, cut where the room ends; copied whole with the button after it, which in a row that opens does not open it. */
export function ShortNumber({ text, width = 200 }: { text: string; width?: number }) {
  if (text === '') return <>–</>;
  return (
    <span className="shortened">
      <span className="exact" style={{ maxWidth: width }} title={text}>
        {text}
      </span>
      <span onClick={(event) => event.stopPropagation()} role="presentation">
        <Typography.Text copyable={{ text }} />
      </span>
    </span>
  );
}

/** A column of amounts, aligned at their end. */
export const numberColumn = <Row,>(
  title: string,
  of: (row: Row) => string | number | null,
  unit?: (row: Row) => string,
) => ({
  title,
  align: 'right' as const,
  render: (_: unknown, row: Row): ReactNode => <Figure value={of(row)} unit={unit?.(row)} />,
});

/** The column of what may be done with a row: it stays in sight at the end, however narrow the screen. */
export const actionsColumn = <Row,>(of: (row: Row) => ReactNode) => ({
  title: <span className="unseen">Actions</span>,
  key: 'deeds',
  fixed: 'right' as const,
  align: 'right' as const,
  render: (_: unknown, row: Row): ReactNode => of(row),
});

/** A column of moments. */
export const timeColumn = <Row,>(title: string, of: (row: Row) => number | null) => ({
  title,
  render: (_: unknown, row: Row): ReactNode => <span className="figure">{moment(of(row))}</span>,
});
