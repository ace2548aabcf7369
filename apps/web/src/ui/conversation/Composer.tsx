import { SendHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useText } from '../../lib/text.ts';
import { cx } from '../cx.ts';
import { conversationText } from './text.ts';

interface ComposerProps {
  readonly maxLength: number;
  /** Sends the trimmed text. */
  readonly onSend: (text: string) => void;
  readonly onTyping?: () => void;
  /** Why nothing can be sent now; the text stays. */
  readonly blocked?: string | undefined;
  /** Something besides the text is attached, so an empty text can be sent. */
  readonly attached?: boolean;
  /** Before the field: the button that attaches. */
  readonly before?: ReactNode;
  /** Above the field: what is attached or quoted. */
  readonly above?: ReactNode;
}

/** Interval between two typing marks. */
const TYPING_EVERY_MS = 3_000;
const COUNT_FROM = 0.8;

interface TextFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly maxLength: number;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A field of several lines that grows with its text: a hidden copy of the text gives it its height. */
function TextField({ field, text, maxLength, onChange, onKeyDown }: TextFieldProps) {
  const t = useText(conversationText);
  return (
    <div className="relative grid min-h-11 min-w-0 flex-1 rounded-[22px] border border-line bg-surface focus-within:border-gold-ink focus-within:ring-1 focus-within:ring-gold-ink">
      <span
        aria-hidden="true"
        className="invisible col-start-1 row-start-1 max-h-32 overflow-hidden px-4 py-2.5 text-lg break-words whitespace-pre-wrap"
      >
        {`${text} `}
      </span>
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={maxLength}
        aria-label={t('write')}
        placeholder={t('write')}
        enterKeyHint="send"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="col-start-1 row-start-1 size-full resize-none bg-transparent px-4 py-2.5 text-lg outline-none placeholder:text-muted"
      />
    </div>
  );
}

/** The field for a message: Enter sends, Shift and Enter begin a line. */
export function Composer({
  maxLength,
  onSend,
  onTyping,
  blocked,
  attached = false,
  before,
  above,
}: ComposerProps) {
  const t = useText(conversationText);
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const lastTyping = useRef(0);
  const trimmed = text.trim();
  const canSend = blocked === undefined && (trimmed !== '' || attached);
  const change = (next: string): void => {
    setText(next);
    const now = Date.now();
    if (next.trim() === '' || now - lastTyping.current < TYPING_EVERY_MS) return;
    lastTyping.current = now;
    onTyping?.();
  };
  const send = (): void => {
    if (!canSend) return;
    onSend(trimmed);
    setText('');
    lastTyping.current = 0;
    // The keyboard of a phone stays open.
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also confirms a choice of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const left = maxLength - text.length;
  return (
    <form
      className="border-t border-line bg-bg px-3 pt-2 pb-[max(10px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {above}
      {blocked !== undefined && <p className="px-1 pb-2 text-center text-xs text-muted">{blocked}</p>}
      <div className="flex items-end gap-1.5">
        {before}
        <TextField field={field} text={text} maxLength={maxLength} onChange={change} onKeyDown={onKeyDown} />
        <button
          type="submit"
          aria-label={t('send')}
          title={t('send')}
          disabled={!canSend}
          className={cx(
            'grid size-11 shrink-0 place-items-center rounded-full transition-colors [&_svg]:size-5',
            canSend ? 'bg-gold text-on-gold active:scale-95' : 'bg-raised text-muted',
          )}
        >
          <SendHorizontal aria-hidden="true" />
        </button>
      </div>
      {text.length > maxLength * COUNT_FROM && (
        <p className="pt-1 pe-14 text-end text-xs text-muted tnum">{left}</p>
      )}
    </form>
  );
}
