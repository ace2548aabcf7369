import type { Code } from '@karat/contract';
import { useFormState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { Button, Field, Form, FormError } from '../../ui/index.ts';
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

type Values = Readonly<Record<string, string>>;

/** State of a card: `refusals` maps refusal codes to fields, `first` has the values of a card that is edited. */
export function useCardForm(
  fields: readonly CardField[],
  first: Values,
  refusals: Readonly<Partial<Record<Code, string>>>,
) {
  return useFormState<string>(
    { ...Object.fromEntries(fields.map(({ name }) => [name, ''])), ...first },
    refusals,
  );
}

/** The fields of a card. */
export function CardForm({
  fields,
  state,
  busy,
  onSave,
}: {
  readonly fields: readonly CardField[];
  readonly state: ReturnType<typeof useCardForm>;
  readonly busy: boolean;
  readonly onSave: (values: Values) => void;
}) {
  const t = useText(payeesText);
  const { form, at, check, error } = state;
  const isMissing = ({ name, needed }: CardField): boolean => needed && form[name]?.trim() === '';
  return (
    <Form
      className="flex-1 gap-4"
      onSubmit={() => {
        check();
        if (!fields.some(isMissing)) onSave(form);
      }}
    >
      {fields.map((field) => {
        const { value, onValue, errorFor } = at(field.name);
        return (
          <Field
            key={field.name}
            label={field.label}
            value={value}
            onValue={onValue}
            inputMode={field.inputMode ?? 'text'}
            autoComplete={field.autoComplete ?? 'off'}
            autoCapitalize={field.capitals ? 'characters' : 'words'}
            spellCheck={false}
            maxLength={field.maxLength}
            error={errorFor(isMissing(field) ? t('needed') : null)}
          />
        );
      })}
      <p className="text-sm text-muted">{t('sealed')}</p>
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={busy} className="mt-auto">
        {t('cards_save')}
      </Button>
    </Form>
  );
}
