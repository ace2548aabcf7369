import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Button, Field, Form } from '../../ui/index.ts';
import { payeesText } from './text.ts';

export interface CardField {
  readonly name: string;
  readonly label: string;
  readonly needed: boolean;
  readonly maxLength: number;
  readonly inputMode?: 'numeric' | 'tel' | 'text';
  /** Codes and account numbers are in capitals. */
  readonly capitals?: boolean;
  readonly autoComplete?: string;
}

/** The fields of a card. */
export function CardForm({
  fields,
  first,
  busy,
  errorOf,
  onChange,
  onSave,
}: {
  readonly fields: readonly CardField[];
  readonly first: Readonly<Record<string, string>>;
  readonly busy: boolean;
  /** The server's error of a field; cleared on input. */
  readonly errorOf: (field: string) => string | null;
  readonly onChange: () => void;
  readonly onSave: (values: Readonly<Record<string, string>>) => void;
}) {
  const t = useText(payeesText);
  const [values, setValues] = useState(first);
  const [checked, setChecked] = useState(false);
  const missing = (field: CardField): boolean => field.needed && (values[field.name] ?? '').trim() === '';
  return (
    <Form
      className="flex-1 gap-4"
      onSubmit={() => {
        setChecked(true);
        if (!fields.some(missing)) onSave(values);
      }}
    >
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          value={values[field.name] ?? ''}
          onValue={(value) => {
            setValues({ ...values, [field.name]: value });
            onChange();
          }}
          inputMode={field.inputMode ?? 'text'}
          autoComplete={field.autoComplete ?? 'off'}
          autoCapitalize={field.capitals ? 'characters' : 'words'}
          spellCheck={false}
          maxLength={field.maxLength}
          error={checked && missing(field) ? t('needed') : errorOf(field.name)}
        />
      ))}
      <p className="text-sm text-muted">{t('sealed')}</p>
      <Button type="submit" size="lg" wide busy={busy} className="mt-auto">
        {t('cards_save')}
      </Button>
    </Form>
  );
}
