import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useFormState } from '../../lib/form-state.ts';
import { formatDate } from '../../lib/format.ts';
import { PICTURE_TYPES } from '../../lib/picture.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { keepUser } from '../../lib/session.ts';
import type { User } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Avatar,
  Button,
  Cell,
  Field,
  Form,
  LinkCell,
  Loaded,
  Page,
  Rows,
  Skeleton,
  Spinner,
  cx,
  FormError,
} from '../../ui/index.ts';
import { pictureText, usePicture } from '../../ui/picture/index.ts';
import { nicknameFits, signatureFits } from './names.ts';
import { settingsText } from './text.ts';

function Picture({ user, onUser }: { readonly user: User; readonly onUser: (user: User) => void }) {
  const t = useText(settingsText);
  const picture = useText(pictureText);
  const input = useRef<HTMLInputElement>(null);
  const { busy, tooLarge, choose } = usePicture(async ({ address }) => {
    onUser(await api.post('user/uploadHeadPortrait', { head_portrait: address }));
    toast(t('saved'), 'good');
  });
  return (
    <div className="flex flex-col items-center py-4">
      <button
        type="button"
        onClick={() => input.current?.click()}
        disabled={busy}
        aria-label={t('avatar_change')}
        className="relative rounded-full"
      >
        <Avatar
          src={user.head_portrait}
          name={user.nickname}
          size={96}
          className={busy ? 'opacity-50' : ''}
        />
        <span className="absolute end-0 bottom-0 grid size-9 place-items-center rounded-full border-2 border-bg bg-gold text-on-gold">
          {busy ? <Spinner /> : <Camera className="size-4.5" aria-hidden="true" />}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <p
        role={tooLarge ? 'alert' : undefined}
        className={cx('mt-3 text-xs', tooLarge ? 'text-bad-ink' : 'text-muted')}
      >
        {tooLarge ? picture('large') : t('avatar_hint')}
      </p>
    </div>
  );
}

function Names({ user, onUser }: { readonly user: User; readonly onUser: (user: User) => void }) {
  const t = useText(settingsText);
  const shell = useText(shellText);
  const { form, at, check, error, action } = useFormState(
    { nickname: user.nickname, signature: user.signature },
    {},
  );
  const edit = useAction('user/editNickname', {
    ...action,
    onDone: (changed) => {
      onUser(changed);
      toast(t('saved'), 'good');
    },
  });
  const [nickname, signature] = [at('nickname'), at('signature')];
  const changed = form.nickname !== user.nickname || form.signature !== user.signature;
  const problems = {
    nickname: nicknameFits(form.nickname) ? null : t('nickname_rule'),
    signature: form.signature === '' || signatureFits(form.signature) ? null : t('signature_rule'),
  };
  const save = (): void => {
    check();
    if (problems.nickname !== null || problems.signature !== null) return;
    edit.mutate({ nickname: form.nickname, signature: form.signature.trim() });
  };
  return (
    <Form onSubmit={save}>
      <Field
        label={t('nickname')}
        value={nickname.value}
        onValue={nickname.onValue}
        hint={t('nickname_rule')}
        error={nickname.errorFor(problems.nickname)}
        autoComplete="nickname"
      />
      <Field
        label={t('signature')}
        value={signature.value}
        onValue={signature.onValue}
        hint={t('signature_rule')}
        error={signature.errorFor(problems.signature)}
        autoComplete="off"
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide disabled={!changed} busy={edit.isPending}>
        {shell('save')}
      </Button>
    </Form>
  );
}

function Facts({ user }: { readonly user: User }) {
  const t = useText(settingsText);
  const locale = useLocale();
  return (
    <Rows className="mt-8">
      <Cell label="UID" value={<span className="tnum">{user.uid}</span>} />
      <Cell label={t('email')} value={user.email ?? t('not_bound')} />
      <Cell label={t('phone')} value={user.phone === null ? t('not_bound') : <Phone user={user} />} />
      <LinkCell
        to="/pages/setting/vip"
        label={t('vip_level')}
        value={<span className="tnum">{user.vip_level}</span>}
      />
      <LinkCell
        to="/pages/setting/credit"
        label={t('credit')}
        value={<span className="tnum">{user.credit_score}</span>}
      />
      <Cell label={t('since')} value={formatDate(user.created_ms, locale)} />
    </Rows>
  );
}

const Phone = ({ user }: { readonly user: User }) => (
  <span className="tnum">
    {user.area_code !== null && !user.phone?.startsWith('+') && `+${user.area_code} `}
    {user.phone}
  </span>
);

/** Profile: picture, nickname, signature and account data. */
export default function UserInfo() {
  const t = useText(settingsText);
  const info = useGet('user/info', {});
  const onUser = (user: User): void => {
    keepUser(user);
    void info.refetch();
  };
  return (
    <Page title={t('user_info')} back="/pages/setting/setting">
      <Loaded query={info} skeleton={<Skeleton className="mx-auto my-4 size-24 rounded-full" />}>
        {(user) => (
          <>
            <Picture user={user} onUser={onUser} />
            <Names key={user.uid} user={user} onUser={onUser} />
            <Facts user={user} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
