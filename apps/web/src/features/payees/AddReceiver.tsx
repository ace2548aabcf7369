import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useServerErrors } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, Page } from '../../ui/index.ts';
import { payeesText } from './text.ts';

/** Adds another user to the address book. */
export default function AddReceiver() {
  const t = useText(payeesText);
  const [form, setForm] = useState({ to: '', name: '' });
  const [checked, setChecked] = useState(false);
  const serverErrors = useServerErrors({ recipient_self: 'to', address_known: 'to', name_special: 'name' });
  const save = useAction('user/receivers/save', {
    quiet: true,
    onRefused: serverErrors.onRefused,
    invalidates: ['user/receivers/list'],
    onDone: () => toast(t('saved'), 'good'),
    onSuccessNavigate: () => go.back('/pages/setting/wallet'),
  });
  const set = (change: Partial<typeof form>): void => {
    setForm({ ...form, ...change });
    serverErrors.forget();
  };
  const wrong = (field: 'to' | 'name'): string | null =>
    checked && form[field].trim() === '' ? t('needed') : serverErrors.errorOf(field);
  return (
    <Page title={t('add_user')} back="/pages/setting/wallet">
      <Form
        className="flex-1 gap-4"
        onSubmit={() => {
          setChecked(true);
          if (form.name.trim() !== '' && form.to.trim() !== '') save.mutate(form);
        }}
      >
        <Field
          label={t('user_named')}
          value={form.to}
          onValue={(to) => set({ to })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={wrong('to')}
        />
        <Field
          label={t('name')}
          value={form.name}
          onValue={(name) => set({ name })}
          autoComplete="off"
          maxLength={30}
          error={wrong('name')}
        />
        <Button type="submit" size="lg" wide busy={save.isPending || save.isSuccess} className="mt-auto">
          {t('add_user')}
        </Button>
      </Form>
    </Page>
  );
}
