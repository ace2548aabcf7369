import { ImagePlus, Plus, ReceiptText, X } from 'lucide-react';
import { useId, useState } from 'react';
import { PICTURE_TYPES } from '../../lib/picture.ts';
import { useText } from '../../lib/text.ts';
import { Callout, IconButton, Rows, Sheet, Spinner } from '../../ui/index.ts';
import { Composer } from '../../ui/conversation/index.ts';
import { pictureText, usePicture } from '../../ui/picture/index.ts';
import type { Picture } from '../../ui/picture/index.ts';
import { TEXT_MAX } from './limits.ts';
import type { Reference } from './log.ts';
import { RecordPicker } from './RecordPicker.tsx';
import { ReferenceCard } from './ReferenceCard.tsx';
import { supportText } from './text.ts';
import type { Transport } from './transport.ts';
import type { ConversationState } from './use-conversation.ts';

interface AttachProps {
  readonly transport: Transport;
  readonly onPicture: (picture: Picture) => void;
  readonly onRecord: (reference: Reference) => void;
}

const CHOICE =
  'flex min-h-14 w-full cursor-pointer items-center gap-3 px-4 py-2 text-start text-lg has-focus-visible:outline-2 active:bg-raised [&_svg]:size-5.5 [&_svg]:text-gold-ink';

/** The button that attaches a picture or a record. */
function Attach({ transport, onPicture, onRecord }: AttachProps) {
  const t = useText(supportText);
  const p = useText(pictureText);
  const id = useId();
  const [open, setOpen] = useState<'no' | 'kinds' | 'records'>('no');
  const { busy, tooLarge, choose } = usePicture((picture) => {
    onPicture(picture);
    setOpen('no');
  }, transport.upload);
  return (
    <>
      <IconButton label={t('attach')} aria-haspopup="dialog" onClick={() => setOpen('kinds')}>
        <Plus aria-hidden="true" />
      </IconButton>
      <Sheet open={open === 'kinds'} onClose={() => setOpen('no')} title={t('attach')}>
        <div className="px-4 pb-4">
          <Rows>
            <label htmlFor={id} className={CHOICE}>
              {busy ? <Spinner /> : <ImagePlus aria-hidden="true" />}
              {t('attach_picture')}
              <input
                id={id}
                type="file"
                accept={PICTURE_TYPES}
                disabled={busy}
                className="sr-only"
                onChange={(event) => {
                  void choose(event.target.files?.[0]);
                  event.target.value = '';
                }}
              />
            </label>
            {transport.hasRecords && (
              <button type="button" className={CHOICE} onClick={() => setOpen('records')}>
                <ReceiptText aria-hidden="true" />
                {t('attach_record')}
              </button>
            )}
          </Rows>
          {tooLarge && (
            <div className="mt-3">
              <Callout intent="bad">{p('large')}</Callout>
            </div>
          )}
        </div>
      </Sheet>
      <RecordPicker
        open={open === 'records'}
        onClose={() => setOpen('no')}
        onChoose={(record) => {
          onRecord(record);
          setOpen('no');
        }}
      />
    </>
  );
}

/** The composer of a conversation with its attachments. */
export function Write({
  state,
  transport,
}: {
  readonly state: ConversationState;
  readonly transport: Transport;
}) {
  const t = useText(supportText);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [record, setRecord] = useState<Reference | null>(null);
  const clear = (): void => {
    setPicture(null);
    setRecord(null);
  };
  const attached = picture !== null || record !== null;
  return (
    <Composer
      maxLength={TEXT_MAX}
      attached={attached}
      onTyping={state.onTyping}
      onSend={(text) => {
        state.submit({ text, ...(picture ? { picture } : {}), ...(record ? { reference: record } : {}) });
        clear();
      }}
      before={<Attach transport={transport} onPicture={setPicture} onRecord={setRecord} />}
      above={
        attached && (
          <div className="mb-2 flex items-center gap-2">
            <div className="flex min-w-0 flex-1 items-center gap-2">
              {picture && (
                <img src={picture.shown} alt={t('picture')} className="size-16 rounded-md object-cover" />
              )}
              {record && (
                <div className="min-w-0 flex-1">
                  <ReferenceCard reference={record} />
                </div>
              )}
            </div>
            <IconButton label={t('detach')} onClick={clear}>
              <X />
            </IconButton>
          </div>
        )
      }
    />
  );
}
