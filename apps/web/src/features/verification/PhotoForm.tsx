import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Form, FormError } from '../../ui/index.ts';
import { PictureField } from '../../ui/picture/index.ts';
import type { Picture } from '../../ui/picture/index.ts';
import { Privacy } from './DataForm.tsx';
import { verificationText } from './text.ts';

const SIDES = ['front', 'reverse'] as const;
type Side = (typeof SIDES)[number];

/** Level 2: photos of both sides of the document. */
export function PhotoForm() {
  const t = useText(verificationText);
  const [photos, setPhotos] = useState<Readonly<Partial<Record<Side, Picture>>>>({});
  const [checked, setChecked] = useState(false);
  const refusal = useRefusal();
  const send = useAction('user/real', {
    ...refusal.action,
    invalidates: ['real/state', 'user/info'],
    onDone: () => toast(t('done'), 'good'),
    onSuccessNavigate: () => go.back('/pages/setting/real'),
  });
  const { front, reverse } = photos;
  const submit = (): void => {
    setChecked(true);
    if (front && reverse)
      send.mutate({ real_type: 2, front_pic: front.address, reverse_pic: reverse.address });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('photo_hint')}</p>
      {SIDES.map((side) => (
        <PictureField
          key={side}
          shape="card"
          label={t(side)}
          alt={t('photo_of', { side: t(side) })}
          picture={photos[side] ?? null}
          onPicture={(photo) => {
            refusal.forget();
            setPhotos((before) => ({ ...before, [side]: photo }));
          }}
          error={checked && !photos[side] ? t('photo_missing') : null}
        />
      ))}
      <Privacy />
      <FormError text={refusal.text} />
      <Button type="submit" size="lg" wide busy={send.isPending || send.isSuccess}>
        {t('submit')}
      </Button>
    </Form>
  );
}
