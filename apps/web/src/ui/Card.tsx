import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Path, Search } from '../lib/paths.ts';
import { cx } from './cx.ts';
import { Link } from './Link.tsx';
import { List } from './List.tsx';

/** A raised ground for related content. */
export function Card({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <section className={cx('rounded-lg bg-surface', className)}>{children}</section>;
}

/** Rows in one card with dividers. */
export function Rows({
  title,
  children,
  className,
}: {
  readonly title?: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <section className={className}>
      {title !== undefined && <h2 className="mb-2 px-1 text-sm text-muted">{title}</h2>}
      <List as="div" ground="flush">
        {children}
      </List>
    </section>
  );
}

interface CellProps {
  readonly icon?: ReactNode;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** At the end of the row. */
  readonly value?: ReactNode;
  readonly className?: string;
}

const CELL = 'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start';

function CellBody({ icon, label, hint, value }: CellProps) {
  return (
    <>
      {icon !== undefined && (
        <span className="shrink-0 text-gold-ink [&_svg]:size-5.5" aria-hidden="true">
          {icon}
        </span>
      )}
      <span className="min-w-min flex-1">
        <span className="block text-lg">{label}</span>
        {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
      </span>
      {value !== undefined && (
        <span className="max-w-[66%] min-w-0 text-end text-base text-muted wrap-anywhere [&_.tnum]:whitespace-normal">
          {value}
        </span>
      )}
    </>
  );
}

/** A row without action. */
export const Cell = (props: CellProps) => (
  <div className={cx(CELL, props.className)}>
    <CellBody {...props} />
  </div>
);

/** A row that links to a screen. */
export const LinkCell = ({
  to,
  search,
  ...cell
}: CellProps & { readonly to: Path; readonly search?: Search }) => (
  <Link to={to} search={search} className={cx(CELL, 'active:bg-raised', cell.className)}>
    <CellBody {...cell} />
    <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
  </Link>
);

const BADGES = {
  gold: 'bg-gold-soft text-gold-ink',
  good: 'bg-good-soft text-good-ink',
  bad: 'bg-bad-soft text-bad-ink',
  info: 'bg-info-soft text-info-ink',
  plain: 'bg-raised text-muted',
} as const;

/** A short state. */
export const Badge = ({
  intent = 'plain',
  wraps = false,
  children,
  className,
}: {
  readonly intent?: keyof typeof BADGES;
  /** A longer state, which may wrap where letters are large. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}) => (
  <span
    className={cx(
      'inline-flex items-center gap-1 rounded-[1em] px-2 py-0.5 text-xs font-medium',
      !wraps && 'whitespace-nowrap',
      BADGES[intent],
      className,
    )}
  >
    {children}
  </span>
);
