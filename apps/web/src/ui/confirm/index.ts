export { ConfirmSheet } from './ConfirmSheet.tsx';
export { useConfirmation } from './confirmation.ts';
export type { Given, Question } from './confirmation.ts';
export { confirmText } from './text.ts';
