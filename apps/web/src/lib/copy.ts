import { shellText } from './shell-text.ts';
import { textNow } from './text.ts';
import { toast } from './toast.ts';

/** Fallback through a selection, where the clipboard needs TLS. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Elements outside of an open dialog cannot be selected.
  const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  within.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Copies a text to the clipboard and returns whether that worked. */
export async function copyText(text: string): Promise<void> {
  const written = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('closed'))).then(
    () => true,
    () => copyBySelection(text),
  );
  const t = textNow(shellText);
  if (written) toast(t('copied'), 'good');
  else toast(t('copy_failed'), 'bad');
}
