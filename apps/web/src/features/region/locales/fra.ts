import type en from './en.ts';

export default {
  title: 'Région',
  note: 'Votre région détermine les produits et les moyens de paiement proposés, en plus des règles de votre résidence et de votre numéro de téléphone.',
  suggest: 'Proposer ma région',
  suggest_title: 'Région proposée',
  suggest_text:
    'Karat n’utilise pas le GPS. Seuls les réglages régionaux de votre navigateur sont lus, et uniquement sur cet écran.',
  browser_says: 'Votre navigateur est réglé sur',
  browser_silent: 'Votre navigateur n’indique aucune région.',
  use: 'Utiliser cette région',
  choose: 'Choisir moi-même',
  saved: 'Enregistré',
} satisfies Record<keyof typeof en, string>;
