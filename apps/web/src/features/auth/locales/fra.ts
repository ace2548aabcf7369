import type en from './en.ts';

export default {
  language: 'Langue',
  login: 'Se connecter',
  login_title: 'Bon retour parmi nous',
  login_done: 'Connexion réussie',
  no_account: 'Nouveau sur Karat ?',
  forgot: 'Mot de passe oublié ?',
  register: 'Créer un compte',
  register_title: 'Créez votre compte',
  register_done: 'Inscription réussie',
  have_account: 'Vous avez déjà un compte ?',
  rules: 'Règles de fonctionnement et de conformité',
  invite: 'Code d’invitation (facultatif)',
  demo_note: 'Ceci est une démo. Votre compte commence avec de l’argent fictif, sans valeur réelle.',
  forget: 'Réinitialiser le mot de passe',
  forget_note: 'Tous les appareils connectés seront déconnectés.',
  forget_submit: 'Définir le nouveau mot de passe',
  forget_done: 'Votre mot de passe a été modifié. Veuillez vous connecter.',
  totp: 'Code d’authentification',
  totp_hint: 'Six chiffres de votre application, ou un code de secours',
  passkey: 'Se connecter avec une clé d’accès',
  frozen_note: 'Ce compte est bloqué.',
  unfreeze: 'Débloquer le compte',
  unfreeze_text:
    'Confirmez votre identité. Notre équipe examine la demande. Les retraits restent ensuite suspendus 24 heures.',
  unfreeze_submit: 'Envoyer la demande',
  unfreeze_done: 'Votre demande est envoyée',
  forget_factor:
    'Ce compte utilise la double authentification. Confirmez avec elle pour définir le nouveau mot de passe.',
  report: 'Ce n’était pas vous ?',
  report_text:
    'L’e-mail ou le téléphone de votre compte a été modifié. Si ce n’était pas vous, bloquez le compte maintenant : tous les appareils sont déconnectés, les clés API cessent de fonctionner et les retraits sont suspendus.',
  report_submit: 'Bloquer mon compte',
  report_done: 'Votre compte est bloqué',
  report_next:
    'Personne ne peut plus l’utiliser. Pour le débloquer, confirmez votre identité. Notre service client peut rétablir votre ancien e-mail ou téléphone.',
} satisfies Record<keyof typeof en, string>;
