import { Palette } from 'lucide-react';
import type { ReplyOf } from '../../lib/calls.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Button,
  Callout,
  Field,
  Form,
  FormError,
  LinkButton,
  Loaded,
  Page,
  SkeletonForm,
  TextArea,
} from '../../ui/index.ts';
import { nftText } from './text.ts';

type Own = ReplyOf<'bind_box/getMyArtist'>;

const NAME_MAX = 40;
const BIO_MAX = 500;
const NAME = /^.{2,40}$/u;

/** Why an application was rejected. */
function Rejection({ own }: { readonly own: Own }) {
  const t = useText(nftText);
  return (
    <Callout intent="bad">
      {t('application_rejected')} {own.reason !== null && t(`reason_${own.reason}`)}
      {own.note !== null && own.note !== '' && <span className="block">{own.note}</span>}
    </Callout>
  );
}

function ApplyForm({ own }: { readonly own: Own }) {
  const t = useText(nftText);
  const { form, checked, check, at, action, error } = useFormState(
    { name: own.name, bio: own.bio },
    { nft_name_invalid: 'name', nft_name_taken: 'name', nft_text_too_long: 'bio' },
  );
  const applying = useAction('bind_box/applyArtist', {
    ...action,
    invalidates: ['bind_box/getMyArtist'],
    onDone: () => toast(t('applied'), 'good'),
  });
  const name = at('name');
  const bio = at('bio');
  const wrongName = NAME.test(form.name.trim()) ? null : t('name_invalid');
  const wrongBio = form.bio.trim() === '' ? t('bio_empty') : null;
  const submit = (): void => {
    check();
    if (wrongName === null && wrongBio === null)
      applying.mutate({ name: form.name.trim(), bio: form.bio.trim() });
  };
  return (
    <Form onSubmit={submit}>
      <div className="flex flex-col items-center gap-3 pt-2 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-gold-soft text-gold-ink">
          <Palette className="size-8" aria-hidden="true" />
        </span>
        <p className="max-w-[340px] text-base text-balance text-muted">{t('apply_text')}</p>
      </div>
      {own.state === 'rejected' && <Rejection own={own} />}
      <Field
        label={t('artist_name')}
        value={name.value}
        onValue={name.onValue}
        maxLength={NAME_MAX}
        error={name.errorFor(checked ? wrongName : null)}
      />
      <TextArea
        label={t('artist_bio')}
        value={bio.value}
        onValue={bio.onValue}
        maxLength={BIO_MAX}
        error={bio.errorFor(checked ? wrongBio : null)}
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={applying.isPending}>
        {t('apply')}
      </Button>
    </Form>
  );
}

function State({ own }: { readonly own: Own }) {
  const t = useText(nftText);
  switch (own.state) {
    case 'none':
    case 'rejected':
      return <ApplyForm own={own} />;
    case 'review':
      return <Callout intent="wait">{t('application_review')}</Callout>;
    case 'hidden':
      return <Callout intent="bad">{t('artist_hidden')}</Callout>;
    case 'approved':
      return (
        <div className="flex flex-col gap-4">
          <Callout>{t('application_approved', { name: own.name })}</Callout>
          <LinkButton size="lg" wide to="/pages/nft/studio">
            {t('studio')}
          </LinkButton>
        </div>
      );
  }
}

/** The application to become an artist and its state. */
export default function Apply() {
  const t = useText(nftText);
  const own = useGet('bind_box/getMyArtist', {});
  return (
    <Page title={t('for_artists')} back="/pages/nft/mine">
      <Loaded query={own} skeleton={<SkeletonForm />}>
        {(known) => <State own={known} />}
      </Loaded>
    </Page>
  );
}
