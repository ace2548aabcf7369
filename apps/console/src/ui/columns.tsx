import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { grouped, moment, percentOfRate } from '../lib/format.ts';

/** Units that follow their number without a space. */
const isSymbol = (unit: string): boolean => unit === '%' || unit === 'x';

/** A formatted amount with its unit, on one line. */
export function Figure({ value, unit }: { value: string | number | null; unit?: string | undefined }) {
  if (value === null) return <>–</>;
  return (
    <span className="figure">
      {grouped(String(value))}
      {unit !== undefined && <span className="unit">{isSymbol(unit) ? unit : ` ${unit}`}</span>}
    </span>
  );
}

/** A hash, an address or a digest: complete, monospaced, wrapped. */
export function ExactNumber({ children }: { children: string }) {
  return <span className="exact">{children}</span>;
}

/** A long name on one line, truncated, with a button that copies it; the button does not open the row. */
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

/** A second, quiet line of a cell; long texts wrap. */
export function Below({ children }: { children: ReactNode }) {
  return (
    <Typography.Text type="secondary" className="below">
      {children}
    </Typography.Text>
  );
}

/** A right-aligned column of amounts. */
export const numberColumn = <Row,>(
  title: string,
  of: (row: Row) => string | number | null,
  unit?: (row: Row) => string,
) => ({
  title,
  align: 'right' as const,
  render: (_: unknown, row: Row): ReactNode => <Figure value={of(row)} unit={unit?.(row)} />,
});

/** A right-aligned column of rates, in percent. */
export const percentColumn = <Row,>(title: string, of: (row: Row) => string) =>
  numberColumn<Row>(
    title,
    (row) => percentOfRate(of(row)),
    () => '%',
  );

/** The column of actions: fixed at the end on narrow screens. */
export const actionsColumn = <Row,>(of: (row: Row) => ReactNode) => ({
  title: <span className="unseen">Actions</span>,
  key: 'actions',
  fixed: 'right' as const,
  align: 'right' as const,
  render: (_: unknown, row: Row): ReactNode => of(row),
});

/** A column of times. */
export const timeColumn = <Row,>(title: string, of: (row: Row) => number | null) => ({
  title,
  render: (_: unknown, row: Row): ReactNode => <span className="figure">{moment(of(row))}</span>,
});
