import type { ReplyOf } from '../../lib/calls.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, FormError, Sheet, TextArea } from '../../ui/index.ts';
import { nftText } from './text.ts';

export type Collection = ReplyOf<'bind_box/saveCollection'>;

const NAME = /^.{2,40}$/u;
const DESCRIPTION_MAX = 1_000;

interface CollectionFormProps {
  /** Null for a new collection. */
  readonly collection: Pick<Collection, 'id' | 'name' | 'description'> | null;
  readonly onSaved: (saved: Collection) => void;
}

function CollectionForm({ collection, onSaved }: CollectionFormProps) {
  const t = useText(nftText);
  const { form, check, at, action, error } = useFormState(
    { name: collection?.name ?? '', description: collection?.description ?? '' },
    { nft_name_invalid: 'name', nft_text_too_long: 'description' },
  );
  const saving = useAction('bind_box/saveCollection', {
    ...action,
    invalidates: ['bind_box/getArtistDetail', 'bind_box/getCollection'],
    onDone: (saved) => {
      toast(t('collection_saved'), 'good');
      onSaved(saved);
    },
  });
  const problems = {
    name: NAME.test(form.name.trim()) ? null : t('name_invalid'),
    description: form.description.trim() === '' ? t('collection_empty') : null,
  } as const;
  const fieldOf = (name: 'name' | 'description') => {
    const { value, onValue, errorFor } = at(name);
    return { value, onValue, error: errorFor(problems[name]) };
  };
  const submit = (): void => {
    check();
    if (problems.name !== null || problems.description !== null) return;
    saving.mutate({
      ...(collection === null ? {} : { id: collection.id }),
      name: form.name.trim(),
      description: form.description.trim(),
    });
  };
  return (
    <Form className="gap-4 px-5 pb-5" onSubmit={submit}>
      <Field label={t('collection_name')} maxLength={40} {...fieldOf('name')} />
      <TextArea label={t('description')} maxLength={DESCRIPTION_MAX} {...fieldOf('description')} />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={saving.isPending}>
        {t('save_collection')}
      </Button>
    </Form>
  );
}

/** Adds a collection, or changes an own one. */
export function CollectionSheet({
  open,
  onClose,
  ...form
}: CollectionFormProps & { readonly open: boolean; readonly onClose: () => void }) {
  const t = useText(nftText);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(form.collection === null ? 'new_collection' : 'edit_collection')}
    >
      <CollectionForm key={form.collection?.id} {...form} />
    </Sheet>
  );
}
