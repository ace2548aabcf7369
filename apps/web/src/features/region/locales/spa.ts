import type en from './en.ts';

export default {
  title: 'Región',
  note: 'Tu región determina qué productos y métodos de pago se ofrecen, además de las reglas de tu residencia y de tu número de teléfono.',
  suggest: 'Sugerir mi región',
  suggest_title: 'Región sugerida',
  suggest_text:
    'Karat no usa GPS. Solo lee los ajustes regionales de tu navegador, y únicamente en esta pantalla.',
  browser_says: 'Tu navegador está configurado en',
  browser_silent: 'Tu navegador no indica ninguna región.',
  use: 'Usar esta región',
  choose: 'Elegir yo',
  saved: 'Guardado',
} satisfies Record<keyof typeof en, string>;
