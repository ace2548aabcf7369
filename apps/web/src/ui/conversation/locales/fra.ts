import type en from './en.ts';

export default {
  write: 'Écrire un message',
  send: 'Envoyer',
  older: 'Messages précédents',
  new_messages: '{count|one:# nouveau message|other:# nouveaux messages}',
  sending: 'Envoi en cours',
  not_sent: 'Non envoyé',
  discard: 'Supprimer',
} satisfies Record<keyof typeof en, string>;
