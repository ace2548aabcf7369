import { topic } from '@karat/platform/bus';

/** Loans whose debt, assets or state a commit has changed. */
export const loansChanged = topic<{ readonly ids: readonly number[] }>('loans.changed');
