import { create } from 'zustand';

export const TOAST_MS = 1500;

export type ToastTone = 'plain' | 'good' | 'bad';
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly intent: ToastTone;
}

export const useToasts = create<{ readonly now: Toast | null }>(() => ({ now: null }));

let last = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast for 1.5 s; a new one replaces the old. */
export function toast(text: string, intent: ToastTone = 'plain'): void {
  clearTimeout(timer);
  last += 1;
  useToasts.setState({ now: { id: last, text, intent } });
  timer = setTimeout(() => useToasts.setState({ now: null }), TOAST_MS);
}
