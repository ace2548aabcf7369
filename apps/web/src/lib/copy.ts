import { shellText } from './shell-text.ts';
import { textNow } from './text.ts';
import { toast } from './toast.ts';

/** Through a selection, where the clipboard is closed to pages without TLS. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
  }
}

/** Puts a text into the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  const written = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('closed'))).then(
    () => true,
    () => copyBySelection(text),
  );
  if (written) toast(textNow(shellText)('copied'), 'good');
}
