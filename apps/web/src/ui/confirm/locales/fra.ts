import type en from './en.ts';

export default {
  pay_password: 'Mot de passe de paiement',
  pay_password_empty: 'Saisissez votre mot de passe de paiement',
  code: 'Code d’authentification',
  code_empty: 'Saisissez le code',
  code_hint: 'Six chiffres de votre application, ou un code de secours',
  confirm: 'Confirmer',
  forgot: 'Mot de passe de paiement oublié ?',
  unset: 'L’argent ne quitte votre compte qu’avec votre mot de passe de paiement. Vous n’en avez pas encore.',
  set_up: 'Définir un mot de passe de paiement',
  first_payment:
    'Vous n’avez jamais payé ce destinataire. Les escrocs se font passer pour le service client, des amis ou des conseillers. Une fois envoyé, l’argent ne peut plus être récupéré.',
  first_payment_accept: 'Je connais ce destinataire et personne ne me pousse à payer',
} satisfies Record<keyof typeof en, string>;
