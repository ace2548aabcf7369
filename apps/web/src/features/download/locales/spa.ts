import type en from './en.ts';

export default {
  title: 'Obtener la app',
  lead: 'Karat en tu pantalla de inicio',
  text: 'Instálala desde esta página: sin tienda de apps y siempre la última versión.',
  install: 'Instalar',
  installed: 'Karat está instalado en este dispositivo',
  by_hand: 'Instalar manualmente',
  step_menu: 'Abre el menú de compartir o del navegador',
  step_add: 'Elige «Añadir a pantalla de inicio»',
  step_open: 'Abre Karat desde su icono',
  gain_fast: 'Se abre al instante, a pantalla completa',
  gain_offline: 'Muestra las últimas cifras sin conexión',
} satisfies Record<keyof typeof en, string>;
