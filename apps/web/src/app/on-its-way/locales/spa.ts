import type en from './en.ts';

export default {
  badge: 'En camino',
  promise: 'Abrirá cuando funcione de verdad, no antes.',
  screen_title: 'Esta pantalla',
  screen_text: 'Se está construyendo ahora mismo.',
  to_market: 'Ver los mercados',
  to_assets: 'Mis activos',
  to_setting: 'Ajustes',
} satisfies Record<keyof typeof en, string>;
