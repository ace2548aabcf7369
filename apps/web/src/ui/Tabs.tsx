import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
}

interface TabsProps<Id extends string> {
  /** What the choice is about, for screen readers. */
  readonly label: string;
  readonly items: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** `line`: underlined, for parts of a screen. `block`: side by side in a frame, for two or three. `chips`: a row that scrolls. */
  readonly look?: 'line' | 'block' | 'chips';
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

/** One of several; arrow keys move the choice. */
export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  look = 'line',
  className,
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.id === value);
    const to = (at + step + items.length) % items.length;
    const next = items[to];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className={cx('no-bar flex overflow-x-auto overflow-y-hidden', ROWS[look], className)}
    >
      {items.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === value}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChange(id)}
          className={cx(ITEM, ITEMS[look][id === value ? 'on' : 'off'])}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
