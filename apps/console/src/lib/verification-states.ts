/** Labels and colours of requests for verification. */
export const LEVELS = { 1: 'Level 1: data', 2: 'Level 2: photos' } as const;
export const STATES = ['auditing', 'verified', 'failed'] as const;
export const COLOURS = { auditing: 'blue', verified: 'green', failed: 'red' } as const;
