import type en from './en.ts';

export default {
  requested: 'Solicitado',
  approved: 'Aprobado',
  signing: 'Firmándose',
  signed: 'Firmado',
  broadcast: 'En camino',
  exported: 'En el banco',
  confirmed: 'Completado',
  rejected: 'Rechazado',
  failed: 'Fallido',
  cancelled: 'Cancelado',
} satisfies Record<keyof typeof en, string>;
