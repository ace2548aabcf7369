export { WithdrawalRows } from './Rows.tsx';
export { WithdrawalState } from './State.tsx';
export { withdrawalsText } from './text.ts';
