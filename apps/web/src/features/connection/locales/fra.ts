import type en from './en.ts';

export default {
  title: 'Connexion',
  own: 'Cette adresse',
  line: 'Ligne {number}',
  measuring: 'Mesure en cours',
  no_answer: 'Pas de réponse',
  note: 'Plus le temps de réponse est court, plus la ligne est rapide. Votre choix s’applique aussitôt aux prix et aux ordres.',
  only_one: 'Une seule ligne est disponible. Son temps de réponse indique la vitesse de votre connexion.',
  again: 'Mesurer à nouveau',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
