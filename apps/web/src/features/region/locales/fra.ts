import type en from './en.ts';

export default {
  title: 'Région',
  note: 'Votre région détermine les produits et les moyens de paiement proposés. Elle s’ajoute aux règles de votre résidence et de votre numéro de téléphone sans jamais les remplacer.',
  suggest: 'Proposer ma région',
  suggest_title: 'Région proposée',
  suggest_text:
    'Karat ne lit pas votre position GPS et ne la demande pas à votre appareil. Les réglages régionaux du navigateur suffisent ; ils ne sont consultés que sur cet écran.',
  browser_says: 'Votre navigateur est réglé sur',
  browser_silent: 'Votre navigateur n’indique aucune région.',
  use: 'Utiliser cette région',
  choose: 'Choisir moi-même',
  saved: 'Enregistré',
} satisfies Record<keyof typeof en, string>;
