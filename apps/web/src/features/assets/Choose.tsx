import { useText } from '../../lib/text.ts';
import { cx } from '../../ui/index.ts';
import { assetsText } from './text.ts';

interface Option {
  readonly id: string;
  readonly label: string;
}

/** A filter with the option of all. */
export function Choose({
  label,
  options,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
}) {
  const t = useText(assetsText);
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-muted">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {[{ id: '', label: t('any') }, ...options].map((option) => (
          <button
            key={option.id}
            type="button"
            aria-pressed={option.id === value}
            onClick={() => onChoose(option.id)}
            className={cx(
              'min-h-11 rounded-full border px-4 text-sm',
              option.id === value ? 'border-gold-ink bg-gold-soft text-gold-ink' : 'border-line text-muted',
            )}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
