import { useFormState } from '../../lib/form-state.ts';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, Page, FormError } from '../../ui/index.ts';
import { payeesText } from './text.ts';

/** Adds another user to the address book. */
export default function AddReceiver() {
  const t = useText(payeesText);
  const { form, at, check, action, error } = useFormState(
    { to: '', name: '' },
    { recipient_self: 'to', address_known: 'to', name_special: 'name' },
  );
  const save = useAction('user/receivers/save', {
    ...action,
    invalidates: ['user/receivers/list'],
    onDone: () => toast(t('saved'), 'good'),
    onSuccessNavigate: () => go.back('/pages/setting/wallet'),
  });
  const field = (name: 'to' | 'name') => {
    const { value, onValue, errorFor } = at(name);
    return { value, onValue, error: errorFor(value.trim() === '' ? t('needed') : null) };
  };
  return (
    <Page title={t('add_user')} back="/pages/setting/wallet">
      <Form
        className="flex-1 gap-4"
        onSubmit={() => {
          check();
          if (form.name.trim() !== '' && form.to.trim() !== '') save.mutate(form);
        }}
      >
        <Field
          label={t('user_named')}
          {...field('to')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <Field label={t('name')} {...field('name')} autoComplete="off" maxLength={30} />
        <FormError text={error} />
        <Button type="submit" size="lg" wide busy={save.isPending || save.isSuccess} className="mt-auto">
          {t('add_user')}
        </Button>
      </Form>
    </Page>
  );
}
