import type en from './en.ts';

export default {
  title: 'Conexión',
  own: 'Esta dirección',
  line: 'Línea {number}',
  measuring: 'Midiendo',
  no_answer: 'Sin respuesta',
  note: 'Un tiempo de respuesta menor es más rápido. Tu elección se aplica enseguida a precios y órdenes.',
  only_one: 'Solo hay una línea disponible. Su tiempo de respuesta muestra la velocidad de tu conexión.',
  again: 'Medir de nuevo',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
