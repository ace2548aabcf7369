import type { ChatReportReason } from '@karat/contract';
import { Copy, EyeOff, Flag, Reply } from 'lucide-react';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { copyText } from '../../lib/copy.ts';
import { withLogin } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Choice, Dialog, Rows, Sheet, TextArea, FormError } from '../../ui/index.ts';
import type { Message } from './room-log.ts';
import { chatText } from './text.ts';

const REASONS: readonly ChatReportReason[] = ['scam', 'insult', 'spam', 'private_data', 'other'];
const COMMENT_MAX = 300;

/** Reports a message to the moderators. */
function Report({ message, onDone }: { readonly message: Message; readonly onDone: () => void }) {
  const t = useText(chatText);
  const [reason, setReason] = useState<ChatReportReason>('scam');
  const [comment, setComment] = useState('');
  const refusal = useRefusal();
  const report = useAction('chat/report', {
    ...refusal.action,
    onDone: () => {
      toast(t('report_sent'), 'good');
      onDone();
    },
  });
  const words = comment.trim();
  return (
    <div className="flex flex-col gap-4 px-4 pb-4">
      <Choice<ChatReportReason>
        label={t('report')}
        options={REASONS.map((id) => ({ id, label: t(`reason_${id}`) }))}
        value={reason}
        onChange={setReason}
      />
      <TextArea label={t('report_comment')} value={comment} onValue={setComment} maxLength={COMMENT_MAX} />
      <FormError text={refusal.text} />
      <Button
        size="lg"
        wide
        busy={report.isPending}
        onClick={() =>
          report.mutate({ message_id: message.id, reason, ...(words === '' ? {} : { comment: words }) })
        }
      >
        {t('report_send')}
      </Button>
    </div>
  );
}

const CHOICE =
  'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start text-lg active:bg-raised [&_svg]:size-5.5 [&_svg]:text-gold-ink';

function MenuItem({
  Icon,
  label,
  onTap,
}: {
  readonly Icon: ComponentType;
  readonly label: string;
  readonly onTap: () => void;
}) {
  return (
    <button type="button" className={CHOICE} onClick={onTap}>
      <Icon aria-hidden="true" />
      {label}
    </button>
  );
}

type Step = 'menu' | 'report' | 'block';

interface MenuProps {
  readonly message: Message;
  readonly own: boolean;
  readonly onStep: (step: Step) => void;
  readonly onAnswer: (message: Message) => void;
  readonly onClose: () => void;
}

function Menu({ message, own, onStep, onAnswer, onClose }: MenuProps) {
  const t = useText(chatText);
  const shell = useText(shellText);
  const loggedIn = useSession((state) => state.token !== null);
  const answer = (): void => {
    onAnswer(message);
    onClose();
  };
  const copy = (): void => {
    void copyText(message.text);
    onClose();
  };
  return (
    <div className="px-4 pb-4">
      <p className="mb-3 line-clamp-3 px-1 text-sm text-muted">{message.text}</p>
      <Rows>
        {loggedIn && <MenuItem Icon={Reply} label={t('answer')} onTap={answer} />}
        <MenuItem Icon={Copy} label={shell('copy')} onTap={copy} />
        {!own && <MenuItem Icon={Flag} label={t('report')} onTap={() => withLogin(() => onStep('report'))} />}
        {!own && loggedIn && <MenuItem Icon={EyeOff} label={t('block')} onTap={() => onStep('block')} />}
      </Rows>
    </div>
  );
}

interface MessageMenuProps {
  /** Null: closed. */
  readonly message: Message | null;
  readonly own: boolean;
  readonly onClose: () => void;
  readonly onAnswer: (message: Message) => void;
}

/** What a reader can do with a message: answer, copy, report, hide its author. */
export function MessageMenu({ message, own, onClose, onAnswer }: MessageMenuProps) {
  const t = useText(chatText);
  const [step, setStep] = useState<Step>('menu');
  const refusal = useRefusal();
  const close = (): void => {
    refusal.forget();
    setStep('menu');
    onClose();
  };
  const name = message?.nickname ?? '';
  const block = useAction('chat/block', {
    ...refusal.action,
    invalidates: ['chat/blocked'],
    onDone: () => {
      toast(t('blocked_done', { name }), 'good');
      close();
    },
  });
  return (
    <>
      <Sheet open={message !== null && step === 'menu'} onClose={close} title={name}>
        {message && <Menu message={message} own={own} onStep={setStep} onAnswer={onAnswer} onClose={close} />}
      </Sheet>
      <Sheet open={message !== null && step === 'report'} onClose={close} title={t('report')}>
        {message && <Report message={message} onDone={close} />}
      </Sheet>
      <Dialog
        open={message !== null && step === 'block'}
        onClose={close}
        title={t('block_ask', { name })}
        confirm={t('block')}
        busy={block.isPending}
        error={refusal.text}
        onConfirm={() => message && block.mutate({ author_id: message.author_id, blocked: 'true' })}
      >
        {t('block_text')}
      </Dialog>
    </>
  );
}
