import { create } from 'zustand';

/** A confirmation is seen at once; why something failed has to be read. */
export const TOAST_MS = 1500;
const ERROR_MS = 6000;

export type ToastTone = 'plain' | 'good' | 'bad';
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly intent: ToastTone;
}

export const useToasts = create<{ readonly now: Toast | null }>(() => ({ now: null }));

let last = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export const closeToast = (): void => {
  clearTimeout(timer);
  useToasts.setState({ now: null });
};

/** Shows a toast for 1.5 s, an error for 6 s or until a tap on it; a new one replaces the old. */
export function toast(text: string, intent: ToastTone = 'plain'): void {
  clearTimeout(timer);
  last += 1;
  useToasts.setState({ now: { id: last, text, intent } });
  timer = setTimeout(closeToast, intent === 'bad' ? ERROR_MS : TOAST_MS);
}
