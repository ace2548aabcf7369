import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { colonOf } from '../lib/format.ts';
import { shellText } from '../lib/shell-text.ts';
import { useLocale, useText } from '../lib/text.ts';
import { cx } from './cx.ts';
import { SearchField } from './Field.tsx';
import { Empty } from './Loaded.tsx';
import { Sheet } from './Sheet.tsx';

export interface SelectOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly hint?: ReactNode;
}

interface ListboxProps<Id extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<Id>[];
  readonly value: Id | undefined;
  readonly onChoose: (id: Id) => void;
}

const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Options of a select: arrow keys move the focus, Enter chooses. */
function Listbox<Id extends string>({ label, options, value, onChoose }: ListboxProps<Id>) {
  const first = options.find(({ id }) => id === value) ?? options[0];
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const to = KEYS[event.key];
    if (!to) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')];
    const at = all.findIndex((row) => row === document.activeElement);
    all[to(at, all.length - 1)]?.focus();
  };
  return (
    <div role="listbox" aria-label={label} onKeyDown={move} className="px-2 pb-3">
      {options.map((option) => {
        const chosen = option.id === value;
        return (
          <button
            key={option.id}
            type="button"
            role="option"
            aria-selected={chosen}
            tabIndex={option === first ? 0 : -1}
            data-focus={option === first ? '' : undefined}
            onClick={() => onChoose(option.id)}
            className="flex min-h-12 w-full items-center gap-3 rounded-md px-3 py-2 text-start focus-visible:-outline-offset-2 active:bg-raised"
          >
            <span className="min-w-0 flex-1">
              <span className={cx('block text-lg', chosen && 'font-semibold text-gold-ink')}>
                {option.label}
              </span>
              {option.hint !== undefined && <span className="block text-xs text-muted">{option.hint}</span>}
            </span>
            <Check
              className={cx('size-5 shrink-0 text-gold-ink', !chosen && 'invisible')}
              aria-hidden="true"
            />
          </button>
        );
      })}
    </div>
  );
}

/** Longer lists have a search. */
const WITHOUT_SEARCH = 20;

/** A long list with a search by name. */
function SearchedListbox<Id extends string>({ options, ...list }: ListboxProps<Id>) {
  const t = useText(shellText);
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const needle = wanted.trim().toLocaleLowerCase(locale);
  const found = options.filter((option) => option.label.toLocaleLowerCase(locale).includes(needle));
  return (
    <>
      <div className="px-4 pb-2">
        <SearchField label={t('search')} value={wanted} onValue={setWanted} />
      </div>
      {found.length === 0 ? <Empty text={t('no_match')} /> : <Listbox options={found} {...list} />}
    </>
  );
}

const FRAMES = {
  field: 'min-h-11 rounded-md border border-line bg-surface ps-3 pe-2 text-base wide:bg-bg',
  chip: 'min-h-11 rounded-sm bg-raised ps-2 pe-1 text-xs',
} as const;

/** A button that shows the selection and opens the options in a sheet, a long list with a search. */
export function Select<Id extends string>({
  label,
  options,
  value,
  onChange,
  placeholder = '',
  variant = 'field',
  className,
}: {
  readonly label: string;
  readonly options: readonly SelectOption<Id>[];
  readonly value: Id | undefined;
  readonly onChange: (id: Id) => void;
  /** Shown while nothing is selected. */
  readonly placeholder?: string;
  /** `field`: framed like the fields around it. `chip`: small, on a raised ground. */
  readonly variant?: keyof typeof FRAMES;
  readonly className?: string | undefined;
}) {
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const shown = options.find(({ id }) => id === value)?.label ?? placeholder;
  const List = options.length > WITHOUT_SEARCH ? SearchedListbox : Listbox;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${label}${colonOf(locale)}${shown}`}
        onClick={() => setOpen(true)}
        className={cx('flex w-full min-w-0 items-center gap-1 text-start', FRAMES[variant], className)}
      >
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{shown}</span>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
      </button>
      {open && (
        <Sheet open title={label} onClose={() => setOpen(false)}>
          <List
            label={label}
            options={options}
            value={value}
            onChoose={(id) => {
              setOpen(false);
              if (id !== value) onChange(id);
            }}
          />
        </Sheet>
      )}
    </>
  );
}
