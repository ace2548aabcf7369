export { ConfirmSheet } from './ConfirmSheet.tsx';
export { useConfirmation } from './confirmation.ts';
export type { ConfirmationProof, ConfirmationRequest } from './confirmation.ts';
