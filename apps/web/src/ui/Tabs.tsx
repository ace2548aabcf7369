import type { ReactNode } from 'react';
import { arrows } from './arrows.ts';
import { cx } from './cx.ts';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly items: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /**
   * `line`: underlined, for parts of a screen. `block`: side by side in a frame, for two or three. `chips`: a row that
   * scrolls.
   */
  readonly variant?: 'line' | 'block' | 'chips';
  readonly className?: string;
}

const ROWS = {
  line: 'gap-6 border-b border-line',
  block: 'rounded-md bg-raised p-1',
  chips: 'gap-2',
} as const;
const ITEM = 'shrink-0 whitespace-nowrap font-medium transition-colors';
const ITEMS = {
  line: {
    off: 'min-h-11 min-w-11 border-b-2 border-transparent text-muted',
    on: 'min-h-11 min-w-11 border-b-2 border-gold-ink text-ink',
  },
  block: {
    off: 'min-h-11 flex-1 rounded-sm px-3 text-muted',
    on: 'min-h-11 flex-1 rounded-sm px-3 bg-pill text-ink shadow-sm',
  },
  chips: {
    off: 'min-h-11 rounded-full px-4 bg-surface text-muted border border-line',
    on: 'min-h-11 rounded-full px-4 bg-gold-soft text-gold-ink border border-gold-ink',
  },
} as const;

/** Tabs; arrow keys move the choice. */
export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  variant = 'line',
  className,
}: TabsProps<Id>) {
  const { group, item } = arrows(
    items.map(({ id }) => id),
    value,
    onChange,
  );
  return (
    <div
      {...group}
      role="tablist"
      aria-label={label}
      className={cx('no-bar fades flex overflow-x-auto overflow-y-hidden', ROWS[variant], className)}
    >
      {items.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === value}
          {...item(id)}
          className={cx(ITEM, ITEMS[variant][id === value ? 'on' : 'off'])}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
