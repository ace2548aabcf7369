import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
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
  const [nickname, setNickname] = useState(user.nickname);
  const [signature, setSignature] = useState(user.signature);
  const [checked, setChecked] = useState(false);
  const edit = useAction('user/editNickname', {
    onDone: (changed) => {
      onUser(changed);
      toast(t('saved'), 'good');
    },
  });
  const changed = nickname !== user.nickname || signature !== user.signature;
  const fits = { nickname: nicknameFits(nickname), signature: signature === '' || signatureFits(signature) };
  const save = (): void => {
    setChecked(true);
    if (fits.nickname && fits.signature) edit.mutate({ nickname, signature: signature.trim() });
  };
  return (
    <Form onSubmit={save}>
      <Field
        label={t('nickname')}
        value={nickname}
        onValue={setNickname}
        hint={t('nickname_rule')}
        error={checked && !fits.nickname ? t('nickname_rule') : null}
        autoComplete="nickname"
      />
      <Field
        label={t('signature')}
        value={signature}
        onValue={setSignature}
        hint={t('signature_rule')}
        error={checked && !fits.signature ? t('signature_rule') : null}
        autoComplete="off"
      />
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
      <Cell label={t('credit')} value={<span className="tnum">{user.credit_score}</span>} />
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
