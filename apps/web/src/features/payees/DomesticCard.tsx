import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Loaded, Page, SkeletonForm } from '../../ui/index.ts';
import { CardForm, useCardForm } from './CardForm.tsx';
import { payeesText } from './text.ts';

const FIELDS = [
  { name: 'real_name', needed: true, maxLength: 60, autoComplete: 'name' },
  { name: 'bank_name', needed: true, maxLength: 60 },
  { name: 'bank_account', needed: true, maxLength: 40, capitals: true },
  { name: 'bank_branch', needed: false, maxLength: 120 },
  { name: 'bank_code', needed: false, maxLength: 20, capitals: true },
  { name: 'iban', needed: false, maxLength: 42, capitals: true },
  { name: 'bank_address', needed: false, maxLength: 120 },
] as const;

/** Maps refusal codes to fields. */
const REFUSED = {
  name_special: 'real_name',
  card_number_invalid: 'bank_account',
  iban_invalid: 'iban',
  bank_code_missing: 'bank_code',
} as const;

function Form({
  id,
  first,
}: {
  readonly id: number | undefined;
  readonly first: Readonly<Record<string, string>>;
}) {
  const t = useText(payeesText);
  const fields = FIELDS.map((field) => ({ ...field, label: t(field.name) }));
  const state = useCardForm(fields, first, REFUSED);
  const save = useAction('user/cash_save', {
    ...state.action,
    invalidates: ['user/cash_list', 'user/cash_info'],
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
          real_name: '',
          bank_name: '',
          bank_account: '',
          ...values,
          ...(id === undefined ? {} : { id }),
        })
      }
    />
  );
}

/** Unmasked, for its owner to edit. */
function Edit({ id }: { readonly id: number }) {
  const card = usePost('user/cash_info', { id });
  return (
    <Loaded query={card} skeleton={<SkeletonForm fields={7} />}>
      {(data) => {
        const { id: _, ...fields } = data ?? { id };
        return <Form id={id} first={fields} />;
      }}
    </Loaded>
  );
}

/** Adds or edits a domestic card. */
export default function DomesticCard() {
  const t = useText(payeesText);
  const id = useIdParam('id');
  return (
    <Page title={t(id === undefined ? 'add_domestic' : 'card_domestic')} back="/pages/setting/bank">
      {id === undefined ? <Form id={undefined} first={{}} /> : <Edit id={id} />}
    </Page>
  );
}
