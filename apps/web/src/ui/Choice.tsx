import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { List } from './List.tsx';

export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** At the end, before the tick. */
  readonly value?: ReactNode;
  /** Language of the label, where it is not that of the app. */
  readonly lang?: string;
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** Radio list with ticks: native radio buttons, so that arrow keys and screen readers work. */
export function Choice<Id extends string>({ label, options, value, onChange }: ChoiceProps<Id>) {
  const name = useId();
  return (
    <List as="fieldset" ground="flush">
      <legend className="sr-only">{label}</legend>
      {options.map(({ id, label: text, hint, value: end, lang }) => (
        <label
          key={id}
          lang={lang}
          className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-ink active:bg-raised"
        >
          <input
            type="radio"
            name={name}
            checked={id === value}
            onChange={() => onChange(id)}
            className="sr-only"
          />
          <span className="min-w-0 flex-1">
            <span className={cx('block text-lg', id === value && 'font-semibold text-gold-ink')}>{text}</span>
            {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
          </span>
          {end !== undefined && <span className="text-base text-muted">{end}</span>}
          <Check
            className={cx('size-5 shrink-0 text-gold-ink', id !== value && 'invisible')}
            aria-hidden="true"
          />
        </label>
      ))}
    </List>
  );
}
