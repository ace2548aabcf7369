import type en from './en.ts';

export default {
  write: 'Escribe un mensaje',
  send: 'Enviar',
  older: 'Mensajes anteriores',
  new_messages: '{count|one:# mensaje nuevo|other:# mensajes nuevos}',
  sending: 'Enviando',
  not_sent: 'No enviado',
  discard: 'Eliminar',
} satisfies Record<keyof typeof en, string>;
