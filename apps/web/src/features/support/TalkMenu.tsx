import { EllipsisVertical, MailPlus, MessageCircleX } from 'lucide-react';
import { useState } from 'react';
import { succeeded } from '../../lib/succeeded.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Dialog, IconButton, Rows, Sheet, Spinner } from '../../ui/index.ts';
import type { Conversation } from './log.ts';
import { supportText } from './text.ts';
import type { Transport } from './transport.ts';

interface TalkMenuProps {
  readonly conversation: Conversation;
  readonly transport: Transport;
  readonly onChanged: (conversation: Conversation) => void;
}

const CHOICE =
  'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start text-lg active:bg-raised [&_svg]:size-5.5';

/** Transcript by mail, and the end of the conversation. */
export function TalkMenu({ conversation: { id, state }, transport, onChanged }: TalkMenuProps) {
  const t = useText(supportText);
  const [shown, setShown] = useState<'nothing' | 'menu' | 'closing'>('nothing');
  const [busy, setBusy] = useState(false);
  const run = async (call: Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    const done = await succeeded(call);
    setBusy(false);
    return done;
  };
  const mail = async (): Promise<void> => {
    if (await run(transport.transcript(id))) toast(t('transcript_sent'), 'good');
    setShown('nothing');
  };
  const close = async (): Promise<void> => {
    const done = await run(transport.close(id).then(onChanged));
    if (done) setShown('nothing');
  };
  return (
    <>
      <IconButton label={t('menu')} aria-haspopup="dialog" onClick={() => setShown('menu')}>
        <EllipsisVertical aria-hidden="true" />
      </IconButton>
      <Sheet open={shown === 'menu'} onClose={() => setShown('nothing')} title={t('number', { id })}>
        <div className="px-4 pb-4">
          <Rows>
            <button type="button" className={CHOICE} disabled={busy} onClick={() => void mail()}>
              {busy ? <Spinner /> : <MailPlus className="text-gold-ink" aria-hidden="true" />}
              {t('transcript')}
            </button>
            {state !== 'closed' && (
              <button type="button" className={`${CHOICE} text-bad-ink`} onClick={() => setShown('closing')}>
                <MessageCircleX aria-hidden="true" />
                {t('close')}
              </button>
            )}
          </Rows>
        </div>
      </Sheet>
      <Dialog
        open={shown === 'closing'}
        onClose={() => setShown('nothing')}
        title={t('close_ask')}
        confirm={t('close')}
        variant="danger"
        busy={busy}
        onConfirm={() => void close()}
      >
        {t('close_text')}
      </Dialog>
    </>
  );
}
