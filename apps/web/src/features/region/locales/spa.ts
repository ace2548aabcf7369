import type en from './en.ts';

export default {
  title: 'Región',
  note: 'Tu región determina qué productos y métodos de pago se ofrecen. Se suma a las reglas de tu residencia y de tu teléfono y nunca las sustituye.',
  suggest: 'Sugerir mi región',
  suggest_title: 'Región sugerida',
  suggest_text:
    'Karat no lee tu posición GPS ni la pide a tu dispositivo. Basta con los ajustes regionales del navegador, que solo se consultan en esta pantalla.',
  browser_says: 'Tu navegador está configurado en',
  browser_silent: 'Tu navegador no indica ninguna región.',
  use: 'Usar esta región',
  choose: 'Elegir yo',
  saved: 'Guardado',
} satisfies Record<keyof typeof en, string>;
