import { useState } from 'react';
import { useServerErrors } from '../../lib/server-errors.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Form } from '../../ui/index.ts';
import { PictureField } from '../../ui/picture/index.ts';
import type { Picture } from '../../ui/picture/index.ts';
import { otcText } from './text.ts';

/** Screenshot of a transfer: uploaded at once, sent with "I have paid". */
export function Proof({ id }: { readonly id: number }) {
  const t = useText(otcText);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [checked, setChecked] = useState(false);
  const serverErrors = useServerErrors({ fiat_proof_used: 'picture', image_invalid: 'picture' });
  const send = useAction('otc/proof', {
    quiet: true,
    onRefused: serverErrors.onRefused,
    invalidates: ['otc/order_detail', 'otc/orders'],
    onDone: () => toast(t('proof_done'), 'good'),
  });
  const submit = (): void => {
    setChecked(true);
    if (picture) send.mutate({ id, image: picture.address });
  };
  return (
    <section className="rounded-lg bg-surface p-4">
      <Form onSubmit={submit} className="gap-4">
        <PictureField
          label={t('proof_title')}
          alt={t('proof_title')}
          picture={picture}
          onPicture={(chosen) => {
            setPicture(chosen);
            serverErrors.forget();
          }}
          error={checked && !picture ? t('proof_missing') : serverErrors.errorOf('picture')}
        />
        <Button type="submit" size="lg" wide busy={send.isPending}>
          {t('proof_send')}
        </Button>
      </Form>
    </section>
  );
}
