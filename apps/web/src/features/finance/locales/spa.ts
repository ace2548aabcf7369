import type en from './en.ts';

export default {
  title: 'Finanzas',
  lead: 'Condiciones que puedes recalcular',
  lead_text: 'Tipos, fechas y penalizaciones se muestran antes de confirmar.',
  recurring_title: 'Compra recurrente',
  recurring_text: 'Una moneda o acción por un importe fijo, cada día, semana o mes.',
  dual_title: 'Inversión dual',
  dual_text: 'Un tipo fijo, pagado en una de dos monedas.',
  ieo_title: 'Suscripciones',
  ieo_text: 'Nuevos tokens y fondos inmobiliarios a su precio de emisión.',
  loans_title: 'Préstamos',
  loans_text: 'Pide prestado con lo que tienes, con condiciones claras.',
  convert: 'Convertir monedas ahora',
} satisfies Record<keyof typeof en, string>;
