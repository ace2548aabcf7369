import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { NFT_TYPE } from '@karat/contract';
import type { NftRarity } from '@karat/contract';
import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { useFormState } from '../../lib/form-state.ts';
import { go } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Button,
  CopyFact,
  Field,
  Form,
  FormError,
  Loaded,
  Page,
  Picker,
  SkeletonForm,
  Spinner,
  Tabs,
  cx,
  TextArea,
} from '../../ui/index.ts';
import { CollectionSheet } from './CollectionSheet.tsx';
import { RARITIES } from './filters.ts';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';

type Own = ReplyOf<'bind_box/getMyArtist'>;
type Uploaded = ReplyOf<'bind_box/uploadArtwork'>;
type Cover = ReplyOf<'bind_box/uploadCover'>;

const TYPES = 'image/jpeg,image/png,image/webp,image/gif,audio/*,video/mp4,video/webm';
const COVER_TYPES = 'image/jpeg,image/png,image/webp';
const NAME = /^.{2,40}$/u;
const DESCRIPTION_MAX = 1_000;
const WHOLE = /^[1-9][0-9]{0,5}$/;
const PERCENT = /^[0-9]{1,2}(\.[0-9]{1,2})?$/;

/** A field that uploads a file at once. Refusals are shown as toasts. */
function FileField<Reply>({
  label,
  accept,
  done,
  send,
  onSent,
}: {
  readonly label: string;
  readonly accept: string;
  readonly done: string | null;
  readonly send: (file: File) => Promise<Reply>;
  readonly onSent: (reply: Reply) => void;
}) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      onSent(await send(file));
    } catch {
      // The refusal has been shown; the previous file stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <label
      htmlFor={id}
      className={cx(
        'flex min-h-24 cursor-pointer flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed bg-surface p-4 text-center text-base has-focus-visible:outline-2 has-focus-visible:outline-gold-ink',
        done === null ? 'border-line text-muted' : 'border-gold-ink',
      )}
    >
      {busy ? <Spinner /> : <FileUp className="size-7 text-gold-ink" aria-hidden="true" />}
      {done ?? label}
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={busy}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </label>
  );
}

/** The file of the work, and the cover that a gif, sound or film needs. */
function Files({
  uploaded,
  cover,
  onUploaded,
  onCover,
}: {
  readonly uploaded: Uploaded | null;
  readonly cover: Cover | null;
  readonly onUploaded: (uploaded: Uploaded) => void;
  readonly onCover: (cover: Cover) => void;
}) {
  const t = useText(nftText);
  const image = cover?.image ?? uploaded?.image ?? null;
  return (
    <>
      {image && (
        <NftPicture
          image={image}
          size="full"
          className="mx-auto aspect-square w-full max-w-[280px] rounded-lg"
        />
      )}
      <FileField
        label={t('choose_file')}
        accept={TYPES}
        done={uploaded && t('file_ready', { type: uploaded.mime })}
        send={(file) => api.uploadTo('bind_box/uploadArtwork', file)}
        onSent={onUploaded}
      />
      {uploaded && uploaded.type !== NFT_TYPE.image && (
        <FileField
          label={t('choose_cover')}
          accept={COVER_TYPES}
          done={cover && t('cover_ready')}
          send={(file) => api.uploadTo('bind_box/uploadCover', file)}
          onSent={onCover}
        />
      )}
      {uploaded && (
        <div className="rounded-lg bg-surface py-1">
          <CopyFact name={t('sha256')} value={uploaded.sha256} />
        </div>
      )}
    </>
  );
}

/** The choice of no collection. */
const NO_COLLECTION = '';

const REFUSED = {
  nft_name_invalid: 'name',
  nft_text_too_long: 'description',
  nft_editions: 'editions',
  nft_royalty: 'royalty',
} as const;

function useWork(own: Own) {
  const t = useText(nftText);
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const [cover, setCover] = useState<Cover | null>(null);
  const [rarity, setRarity] = useState<NftRarity>('N');
  const [collection, setCollection] = useState(NO_COLLECTION);
  const state = useFormState({ name: '', description: '', editions: '1', royalty: '5' }, REFUSED);
  const { form } = state;
  const sending = useAction('bind_box/createArtwork', {
    ...state.action,
    invalidates: ['bind_box/getMyArtworks'],
    onDone: () => toast(t('work_sent'), 'good'),
    onSuccessNavigate: () => go.replace('/pages/nft/studio'),
  });
  const problems = {
    name: NAME.test(form.name.trim()) ? null : t('name_invalid'),
    description: form.description.trim() === '' ? t('text_empty') : null,
    editions:
      WHOLE.test(form.editions) && Number(form.editions) <= own.limits.max_editions
        ? null
        : t('editions_invalid', { max: own.limits.max_editions }),
    royalty: PERCENT.test(form.royalty) ? null : t('royalty_invalid'),
  } as const;
  const needsCover = uploaded !== null && uploaded.type !== NFT_TYPE.image && cover === null;
  const submit = (): void => {
    state.check();
    if (Object.values(problems).some((problem) => problem !== null) || uploaded === null || needsCover)
      return;
    sending.mutate({
      upload: uploaded.id,
      ...(cover === null ? {} : { cover: cover.id }),
      name: form.name.trim(),
      description: form.description.trim(),
      rarity,
      editions: Number(form.editions),
      royalty_percent: form.royalty,
      ...(collection === NO_COLLECTION ? {} : { collection_id: Number(collection) }),
    });
  };
  return {
    error: state.error,
    uploaded,
    cover,
    rarity,
    setRarity,
    collection,
    setCollection,
    setCover,
    setUploaded: (next: Uploaded) => {
      setUploaded(next);
      setCover(null);
    },
    state,
    problems,
    submit,
    isReady: uploaded !== null && !needsCover,
    busy: sending.isPending,
  };
}

/** The collection of the work, one of the artist's or a new one. */
function CollectionField({
  uid,
  value,
  onChoose,
}: {
  readonly uid: number;
  readonly value: string;
  readonly onChoose: (id: string) => void;
}) {
  const t = useText(nftText);
  const artist = useGet('bind_box/getArtistDetail', { uid });
  const [adding, setAdding] = useState(false);
  const options = [
    { id: NO_COLLECTION, label: t('no_collection') },
    ...(artist.data?.collections ?? []).map(({ id, name }) => ({ id: String(id), label: name })),
  ];
  return (
    <>
      <Picker
        label={t('collection')}
        title={t('collection')}
        options={options}
        value={value}
        onChoose={onChoose}
        more={
          <Button variant="plain" wide onClick={() => setAdding(true)}>
            {t('new_collection')}
          </Button>
        }
      />
      <CollectionSheet
        open={adding}
        collection={null}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => {
          onChoose(String(id));
          setAdding(false);
        }}
      />
    </>
  );
}

function UploadForm({ own }: { readonly own: Own }) {
  const t = useText(nftText);
  const work = useWork(own);
  const fieldOf = (name: 'name' | 'description' | 'editions' | 'royalty') => {
    const { value, onValue, errorFor } = work.state.at(name);
    return { value, onValue, error: errorFor(work.problems[name]) };
  };
  return (
    <Form className="gap-4" onSubmit={work.submit}>
      <Files
        uploaded={work.uploaded}
        cover={work.cover}
        onUploaded={work.setUploaded}
        onCover={work.setCover}
      />
      <Field label={t('work_name')} maxLength={40} {...fieldOf('name')} />
      <TextArea label={t('description')} maxLength={DESCRIPTION_MAX} {...fieldOf('description')} />
      <Tabs
        label={t('rarity')}
        variant="block"
        items={RARITIES.map((id) => ({ id, label: id }))}
        value={work.rarity}
        onChange={work.setRarity}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('editions')} inputMode="numeric" maxLength={6} {...fieldOf('editions')} />
        <Field label={t('royalty_percent')} inputMode="decimal" maxLength={5} {...fieldOf('royalty')} />
      </div>
      <p className="text-xs text-muted">{t('upload_text')}</p>
      <CollectionField uid={own.uid} value={work.collection} onChoose={work.setCollection} />
      <FormError text={work.error} />
      <Button type="submit" size="lg" wide busy={work.busy} disabled={!work.isReady}>
        {t('send_work')}
      </Button>
    </Form>
  );
}

/** Sends a new work to the operators. */
export default function Upload() {
  const t = useText(nftText);
  const own = useGet('bind_box/getMyArtist', {});
  return (
    <Page title={t('upload_work')} back="/pages/nft/studio">
      <Loaded query={own} skeleton={<SkeletonForm />}>
        {(known) => <UploadForm own={known} />}
      </Loaded>
    </Page>
  );
}
