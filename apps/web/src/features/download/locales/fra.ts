import type en from './en.ts';

export default {
  title: 'Obtenir l’application',
  lead: 'Karat sur votre écran d’accueil',
  text: 'Installez-la depuis cette page : sans boutique d’applications, toujours la dernière version.',
  install: 'Installer',
  installed: 'Karat est installé sur cet appareil',
  by_hand: 'Installer manuellement',
  step_menu: 'Ouvrez le menu de partage ou du navigateur',
  step_add: 'Choisissez « Sur l’écran d’accueil »',
  step_open: 'Ouvrez Karat depuis son icône',
  gain_fast: 'S’ouvre aussitôt, en plein écran',
  gain_offline: 'Affiche les derniers chiffres hors ligne',
} satisfies Record<keyof typeof en, string>;
