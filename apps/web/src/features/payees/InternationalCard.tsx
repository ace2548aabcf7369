import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Loaded, Page, SkeletonForm } from '../../ui/index.ts';
import { CardForm, useCardForm } from './CardForm.tsx';
import { payeesText } from './text.ts';

/**
 * Known fields of the form, whose names the server gives: ABA number, name, card number, bank, its address, SWIFT,
 * phone, address. The server decides which of the bank's codes is required.
 */
const PLACES = [
  { needed: false, inputMode: 'numeric' },
  { needed: true, autoComplete: 'name' },
  { needed: true, capitals: true },
  { needed: true },
  { needed: false },
  { needed: false, capitals: true },
  { needed: false, inputMode: 'tel', autoComplete: 'tel' },
  { needed: false, autoComplete: 'street-address' },
] as const;

/** Maps refusal codes to fields. */
const REFUSED = {
  aba_invalid: '0',
  name_special: '1',
  card_number_invalid: '2',
  iban_invalid: '2',
  swift_invalid: '5',
  bank_code_missing: '5',
  payee_phone_invalid: '6',
} as const;

function Form({
  id,
  labels,
  data,
}: {
  readonly id: number | undefined;
  readonly labels: readonly string[];
  readonly data: readonly string[];
}) {
  const t = useText(payeesText);
  const fields = labels.map((label, place) => ({
    name: String(place),
    label,
    maxLength: 120,
    needed: false,
    ...PLACES[place],
  }));
  const first = Object.fromEntries(data.map((value, place) => [String(place), value]));
  const state = useCardForm(fields, first, REFUSED);
  const save = useAction('user/cash_save_international', {
    ...state.action,
    invalidates: ['user/cash_list', 'user/cash_info_international'],
    onDone: () => toast(t('saved'), 'good'),
    onSuccessNavigate: () => go.back('/pages/setting/bank'),
  });
  return (
    <CardForm
      fields={fields}
      state={state}
      busy={save.isPending || save.isSuccess}
      onSave={(values) =>
        save.mutate({
          data: labels.map((_, place) => values[String(place)] ?? ''),
          ...(id === undefined ? {} : { id }),
        })
      }
    />
  );
}

/** Adds or edits an international card with the fields that the server requires. */
export default function InternationalCard() {
  const t = useText(payeesText);
  const id = useIdParam('id');
  const card = usePost('user/cash_info_international', id === undefined ? {} : { id });
  return (
    <Page title={t(id === undefined ? 'add_international' : 'card_international')} back="/pages/setting/bank">
      <Loaded query={card} skeleton={<SkeletonForm fields={8} />}>
        {({ forms, data }) => (
          <Form id={id} labels={forms} data={id === undefined ? forms.map(() => '') : data} />
        )}
      </Loaded>
    </Page>
  );
}
