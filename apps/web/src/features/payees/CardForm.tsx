import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Button, Field } from '../../ui/index.ts';
import { payeesText } from './text.ts';

export interface CardField {
  readonly name: string;
  readonly label: string;
  readonly needed: boolean;
  readonly maxLength: number;
}

/** The fields of a card, one under the other. */
export function CardForm({
  fields,
  first,
  busy,
  onSave,
}: {
  readonly fields: readonly CardField[];
  readonly first: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly onSave: (values: Readonly<Record<string, string>>) => void;
}) {
  const t = useText(payeesText);
  const [values, setValues] = useState(first);
  const [checked, setChecked] = useState(false);
  const missing = (field: CardField): boolean => field.needed && (values[field.name] ?? '').trim() === '';
  return (
    <form
      noValidate
      className="flex flex-1 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!fields.some(missing)) onSave(values);
      }}
    >
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          value={values[field.name] ?? ''}
          onValue={(value) => setValues({ ...values, [field.name]: value })}
          autoComplete="off"
          spellCheck={false}
          maxLength={field.maxLength}
          error={checked && missing(field) ? t('needed') : null}
        />
      ))}
      <p className="text-sm text-muted">{t('sealed')}</p>
      <Button type="submit" size="lg" wide busy={busy} className="mt-auto">
        {t('cards_save')}
      </Button>
    </form>
  );
}
