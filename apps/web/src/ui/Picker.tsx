import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Choice } from './Choice.tsx';
import type { Option } from './Choice.tsx';
import { cx } from './cx.ts';
import { Sheet } from './Sheet.tsx';

/** A button that shows the selection and opens the choices. */
export function PickerButton({
  label,
  chosen,
  icon,
  error,
  onOpen,
}: {
  readonly label: string;
  readonly chosen: ReactNode;
  readonly icon?: ReactNode;
  /** Error, shown below and announced. */
  readonly error?: string | null | undefined;
  readonly onOpen: () => void;
}) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        aria-haspopup="dialog"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={cx(
          'flex min-h-14 w-full min-w-0 items-center gap-3 rounded-md bg-raised px-4 py-2 text-start',
          error && 'ring-1 ring-bad-ink',
        )}
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block text-xs text-muted">{label}</span>
          <span className="block text-lg font-medium wrap-anywhere">{chosen}</span>
        </span>
        <ChevronDown className="size-5 shrink-0 text-muted" aria-hidden="true" />
      </button>
      {error && (
        <p id={`${id}-error`} role="alert" className="-mt-2 text-xs text-bad-ink">
          {error}
        </p>
      )}
    </>
  );
}

/** A field that opens a sheet of choices, with an action below them. */
export function Picker<Id extends string>({
  label,
  title,
  options,
  value,
  onChoose,
  icon,
  more,
  error,
}: {
  readonly label: string;
  readonly title: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id | undefined;
  readonly onChoose: (id: Id) => void;
  readonly icon?: ReactNode;
  /** Below the choices, for example to add another one. */
  readonly more?: ReactNode;
  /** Error, shown below and announced. */
  readonly error?: string | null;
}) {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.id === value);
  return (
    <>
      <PickerButton
        label={label}
        // The request to choose stands once: here, or as the error below.
        chosen={chosen?.label ?? <span className="text-muted">{error === title ? '–' : title}</span>}
        icon={icon}
        error={error}
        onOpen={() => setOpen(true)}
      />
      <Sheet open={open} title={title} onClose={() => setOpen(false)}>
        <div className="flex flex-col gap-4 px-4 pb-5">
          {options.length > 0 && (
            <Choice
              label={title}
              options={options}
              value={value ?? ''}
              onChange={(id) => {
                setOpen(false);
                const option = options.find((one) => one.id === id);
                if (option) onChoose(option.id);
              }}
            />
          )}
          {more}
        </div>
      </Sheet>
    </>
  );
}
