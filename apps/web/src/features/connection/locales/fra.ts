import type en from './en.ts';

export default {
  title: 'Connexion',
  own: 'Cette adresse',
  line: 'Ligne {number}',
  measuring: 'Mesure en cours',
  no_answer: 'Pas de réponse',
  note: 'Plus le temps est court, plus la ligne est rapide. Le choix s’applique aussitôt aux prix, aux ordres et à tout le reste.',
  only_one: 'Une seule ligne est disponible. Son temps de réponse indique la vitesse de votre connexion.',
  again: 'Mesurer à nouveau',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
