import type en from './en.ts';

export default {
  badge: 'Bientôt disponible',
  promise: 'Cet espace ouvrira quand il fonctionnera vraiment, pas avant.',
  games_title: 'Jeux',
  games_text: 'Des quiz et pronostics sur des prix réels.',
  support_title: 'Service client',
  support_text: 'Une messagerie avec des personnes qui peuvent aider.',
  coupons_title: 'Coupons',
  coupons_text: 'Des bons pour les frais et les produits.',
  line_title: 'Connexion',
  line_text: 'Choisissez la ligne la plus rapide vers nos serveurs.',
  location_title: 'Lieu',
  location_text: 'Le lieu d’un paiement ou d’un rendez-vous.',
  screen_title: 'Cet écran',
  screen_text: 'Il est en cours de construction.',
  to_market: 'Voir les marchés',
  to_assets: 'Mes actifs',
  to_contact: 'Nous contacter',
  to_setting: 'Paramètres',
} satisfies Record<keyof typeof en, string>;
