import type { ReactNode } from 'react';
import type { Path, Search } from '../lib/paths.ts';
import { cx } from './cx.ts';
import { Link } from './Link.tsx';

/** `card`: raised and indented. `flush`: raised; the rows have their own padding. */
const GROUNDS = {
  none: '',
  card: 'rounded-lg bg-surface px-4',
  flush: 'overflow-hidden rounded-lg bg-surface',
} as const;

interface ListProps {
  readonly as?: 'ul' | 'dl' | 'div' | 'fieldset' | 'nav';
  readonly ground?: keyof typeof GROUNDS;
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

/** Rows with dividers between them. */
export const List = ({ as: Element = 'ul', ground = 'none', className, children, ...label }: ListProps) => (
  <Element {...label} className={cx('divide-y divide-line', GROUNDS[ground], className)}>
    {children}
  </Element>
);

interface RowText {
  /** A picture of the subject. */
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  /** Quiet lines below the title. */
  readonly hint?: ReactNode;
  readonly meta?: ReactNode;
  /** A line that stands out, below the others. */
  readonly notice?: ReactNode;
  /** Amount, state or button at the end of the row. */
  readonly end?: ReactNode;
  /** The end moves to a line of its own where it does not fit. */
  readonly wraps?: boolean;
}

function RowBody({ icon, title, hint, meta, notice, end, wraps = false }: RowText) {
  return (
    <>
      {icon}
      <span className={cx('min-w-0 flex-1', wraps && 'basis-28')}>
        <span className="block text-base font-medium wrap-anywhere">{title}</span>
        {hint !== undefined && <span className="block text-xs wrap-anywhere text-muted">{hint}</span>}
        {meta !== undefined && <span className="block text-xs text-muted">{meta}</span>}
        {notice !== undefined && <span className="block text-xs text-info-ink">{notice}</span>}
      </span>
      {end}
    </>
  );
}

interface RowProps extends RowText {
  /** Opens a screen. */
  readonly to?: Path;
  readonly search?: Search;
  readonly onClick?: () => void;
  /** Below the row, outside of its link or button. */
  readonly below?: ReactNode;
}

const LINE = 'flex min-h-16 w-full items-center gap-x-3 py-2 text-start';

/** A row of a list: subject with quiet lines, and what belongs to its end. A link or button if it opens something. */
export function ListRow({ to, search, onClick, below, ...text }: RowProps) {
  const line = cx(LINE, text.wraps && 'flex-wrap');
  const active = cx(line, 'active:opacity-70');
  const body = <RowBody {...text} />;
  return (
    <li>
      {to !== undefined ? (
        <Link to={to} search={search} className={active}>
          {body}
        </Link>
      ) : onClick ? (
        <button type="button" onClick={onClick} className={active}>
          {body}
        </button>
      ) : (
        <div className={line}>{body}</div>
      )}
      {below}
    </li>
  );
}

/** Amount or text at the end of a row, with a quiet line below. */
export const RowEnd = ({ children, hint }: { readonly children: ReactNode; readonly hint: ReactNode }) => (
  <span className="ms-auto text-end">
    <span className="block text-base font-medium">{children}</span>
    <span className="block text-xs text-muted">{hint}</span>
  </span>
);
