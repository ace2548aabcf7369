export { amountText } from './text.ts';
export { useProblemText } from './use-problem-text.ts';
