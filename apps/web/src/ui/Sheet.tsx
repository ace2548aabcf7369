import { X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { FormError } from './FormError.tsx';
import { Button, IconButton } from './Button.tsx';
import type { ButtonVariant } from './Button.tsx';

interface OverlayProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Opens the native dialog while `open` is true; Escape and a tap beside it close it. Bubbling events of nested sheets
 * and of cancelled file pickers are ignored.
 */
function useModal(open: boolean, onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [closings, setClosings] = useState(0);
  // Closes a sheet that is unmounted, so that focus returns to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      element.showModal();
      // Focus starts at the marked element, otherwise at the title; the first button is not singled out.
      (element.querySelector<HTMLElement>('[data-focus]') ?? element.querySelector('h2'))?.focus();
    }
    if (!open && element.open) element.close();
  }, [open, closings]);
  return {
    ref: dialog,
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== dialog.current) return;
      event.preventDefault();
      onClose();
    },
    // The back gesture of a phone closes without asking; a sheet that must stay is opened again.
    onClose: (event: SyntheticEvent) => {
      if (event.target !== dialog.current || !open || dialog.current.open) return;
      onClose();
      setClosings(closings + 1);
    },
    onClick: (event: MouseEvent) => {
      if (event.target === dialog.current) onClose();
    },
  };
}

/** A bottom sheet for choices and forms. The content has its own padding. */
export function Sheet({ open, onClose, title, children }: OverlayProps) {
  const t = useText(shellText);
  const id = useId();
  const modal = useModal(open, onClose);
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className="sheet fixed inset-x-0 top-auto bottom-0 mx-auto h-fit w-full max-w-[480px] text-ink open:flex wide:inset-0 wide:left-(--rail) wide:my-auto"
    >
      <div className="flex max-h-[85dvh] w-full flex-col rounded-t-lg bg-surface safe-bottom wide:rounded-lg">
        <div className="flex items-center gap-2 py-2 ps-5 pe-2">
          <h2 id={id} tabIndex={-1} className="min-w-0 flex-1 text-lg font-semibold outline-none">
            {title}
          </h2>
          <IconButton label={t('close')} onClick={onClose}>
            <X />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{open && children}</div>
      </div>
    </dialog>
  );
}

interface DialogProps extends OverlayProps {
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly variant?: ButtonVariant;
  /** The action itself cancels something: the other button must not say “Cancel” too. */
  readonly cancels?: boolean;
  /** The request is pending: the dialog stays open until the outcome is known. */
  readonly busy?: boolean;
  /** Refusal of the last attempt. */
  readonly error?: string | null;
}

/** A question: what will happen, and yes or no. At the bottom of a phone, in the middle of a wide screen. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  confirm,
  onConfirm,
  variant = 'gold',
  cancels = false,
  busy = false,
  error = null,
}: DialogProps) {
  const t = useText(shellText);
  const id = useId();
  const modal = useModal(open, () => !busy && onClose());
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className="sheet fixed inset-x-0 top-auto bottom-0 mx-auto h-fit w-full max-w-[480px] text-ink wide:inset-0 wide:left-(--rail) wide:my-auto wide:max-w-[400px]"
    >
      <div className="flex max-h-[85dvh] flex-col gap-4 overflow-y-auto rounded-t-lg bg-surface px-5 pt-5 safe-bottom wide:rounded-lg wide:pb-5">
        <h2 id={id} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        <div className="text-base text-muted">{open && children}</div>
        <FormError text={error} />
        {/* Side by side; long labels stack, with the action above. */}
        <div className="flex flex-wrap-reverse gap-3 *:min-w-max *:flex-1">
          <Button variant="plain" disabled={busy} onClick={onClose}>
            {t(cancels ? 'go_back' : 'cancel')}
          </Button>
          <Button variant={variant} onClick={onConfirm} busy={busy}>
            {confirm}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
