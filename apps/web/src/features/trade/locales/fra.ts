import en from './en.ts';

export default { ...en } satisfies Record<keyof typeof en, string>;
