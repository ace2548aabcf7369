import { Lock } from 'lucide-react';
import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { useFormState } from '../../lib/form-state.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Choice, Field, Form, FormError } from '../../ui/index.ts';
import { cardFits, nameFits } from './rules.ts';
import { verificationText } from './text.ts';

const ID_TYPES = ['0', '1', '2'] as const;

/** Privacy notice. */
export function Privacy() {
  const t = useText(verificationText);
  return (
    <p className="flex gap-2 text-xs text-muted">
      <Lock className="size-4 shrink-0" aria-hidden="true" />
      {t('privacy')}
    </p>
  );
}

/** Level 1: type and number of a document, and the name on it. */
export function DataForm() {
  const t = useText(verificationText);
  const [type, setType] = useState<(typeof ID_TYPES)[number]>('0');
  const { form, at, check, action, error } = useFormState(
    { name: '', card: '' },
    { real_name_invalid: 'name', document_number_invalid: 'card' },
  );
  const { name, card } = form;
  const send = useAction('user/real', {
    ...action,
    invalidates: ['real/state', 'user/info'],
    onDone: () => toast(t('done'), 'good'),
    onSuccessNavigate: () => go.back('/pages/setting/real'),
  });
  const submit = (): void => {
    check();
    if (nameFits(name) && cardFits(card)) send.mutate({ real_type: 1, id_type: type, name, card_id: card });
  };
  return (
    <Form onSubmit={submit}>
      <div>
        <p className="mb-2 px-1 text-sm text-muted">{t('id_type')}</p>
        <Choice
          label={t('id_type')}
          options={ID_TYPES.map((id) => ({ id, label: t(`id_${id}`) }))}
          value={type}
          onChange={setType}
        />
      </div>
      <Field
        label={t('name')}
        value={name}
        onValue={at('name').onValue}
        hint={t('name_hint')}
        error={at('name').errorFor(nameFits(name) ? null : t('name_wrong'))}
        autoComplete="name"
        maxLength={80}
      />
      <Field
        label={t('card')}
        value={card}
        onValue={at('card').onValue}
        error={at('card').errorFor(cardFits(card) ? null : t('card_wrong'))}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <Privacy />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={send.isPending || send.isSuccess}>
        {t('submit')}
      </Button>
    </Form>
  );
}
