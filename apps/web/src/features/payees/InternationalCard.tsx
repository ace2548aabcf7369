import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useAction, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Loaded, Page } from '../../ui/index.ts';
import { CardForm } from './CardForm.tsx';
import { payeesText } from './text.ts';

/** Places of the form that must be filled: name, card number, bank; which bank code is for the server to say. */
const NEEDED: ReadonlySet<number> = new Set([1, 2, 3]);

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
  const save = useAction('user/cash_save_international', {
    outdates: ['user/cash_list', 'user/cash_info_international'],
    onDone: () => {
      toast(t('saved'), 'good');
      go.back();
    },
  });
  return (
    <CardForm
      fields={labels.map((label, place) => ({
        ...{ name: String(place), label, needed: NEEDED.has(place), maxLength: 120 },
      }))}
      first={Object.fromEntries(data.map((value, place) => [String(place), value]))}
      busy={save.isPending}
      onSave={(values) =>
        save.mutate({
          data: labels.map((_, place) => values[String(place)] ?? ''),
          ...(id === undefined ? {} : { id }),
        })
      }
    />
  );
}

/** An international card with the fields that the server asks for, new or changed. */
export default function InternationalCard() {
  const t = useText(payeesText);
  const text = useParam('id');
  const id = text === undefined ? undefined : Number(text);
  const card = usePost('user/cash_info_international', id === undefined ? {} : { id });
  return (
    <Page title={t(id === undefined ? 'add_international' : 'card_international')} back="/pages/setting/bank">
      <Loaded of={card}>
        {({ forms, data }) => (
          <Form id={id} labels={forms} data={id === undefined ? forms.map(() => '') : data} />
        )}
      </Loaded>
    </Page>
  );
}
