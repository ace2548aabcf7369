import type en from './en.ts';

export default {
  title: 'Finance',
  lead: 'Des conditions que vous pouvez recalculer',
  lead_text: 'Taux, dates et pénalités sont affichés avant confirmation.',
  recurring_title: 'Achat récurrent',
  recurring_text: 'Une crypto ou une action pour un montant fixe, chaque jour, semaine ou mois.',
  dual_title: 'Placement double devise',
  dual_text: 'Un taux fixe, payé dans l’une des deux devises.',
  ieo_title: 'Souscriptions',
  ieo_text: 'De nouveaux jetons et fonds immobiliers à leur prix d’émission.',
  loans_title: 'Prêts',
  loans_text: 'Empruntez sur vos avoirs, à des conditions claires.',
  convert: 'Convertir des cryptos',
} satisfies Record<keyof typeof en, string>;
