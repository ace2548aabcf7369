import { useId } from 'react';
import type { ReactNode } from 'react';

export function Switch({
  label,
  hint,
  on,
  onSwitch,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-2">
      <span className="min-w-0 flex-1">
        <span className="block text-lg">{label}</span>
        {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
      </span>
      <span className="relative h-7 w-12 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={on}
          onChange={(event) => onSwitch(event.target.checked)}
          className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-full bg-faint transition-colors checked:bg-gold"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-surface shadow transition-transform peer-checked:translate-x-5" />
      </span>
    </label>
  );
}
