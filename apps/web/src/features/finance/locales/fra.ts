import type en from './en.ts';

export default {
  title: 'Finance',
  lead: 'Des conditions que vous pouvez recalculer',
  lead_text: 'Taux, dates et pénalités sont affichés avant confirmation.',
  soon: 'Bientôt',
  dual_title: 'Placement double devise',
  dual_text: 'Un taux fixe, payé dans l’une des deux devises.',
  ieo_title: 'Souscriptions',
  ieo_text: 'De nouveaux jetons et fonds immobiliers à leur prix d’émission.',
  loans_title: 'Prêts',
  loans_text: 'Empruntez sur vos avoirs, à des conditions claires.',
  convert: 'Convertir des cryptos',
} satisfies Record<keyof typeof en, string>;
