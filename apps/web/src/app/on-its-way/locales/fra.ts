import type en from './en.ts';

export default {
  badge: 'Bientôt disponible',
  promise: 'Cet espace ouvrira quand il fonctionnera vraiment, pas avant.',
  screen_title: 'Cet écran',
  screen_text: 'Il est en cours de construction.',
  to_market: 'Voir les marchés',
  to_assets: 'Mes actifs',
  to_setting: 'Paramètres',
} satisfies Record<keyof typeof en, string>;
