import type en from './en.ts';

export default {
  requested: 'Demandé',
  approved: 'Approuvé',
  signing: 'En signature',
  signed: 'Signé',
  broadcast: 'En route',
  exported: 'À la banque',
  confirmed: 'Effectué',
  rejected: 'Refusé',
  failed: 'Échoué',
  cancelled: 'Annulé',
} satisfies Record<keyof typeof en, string>;
