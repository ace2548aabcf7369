import type en from './en.ts';

export default {
  language: 'Langue',
  login: 'Se connecter',
  login_title: 'Content de vous revoir',
  login_done: 'Connexion réussie',
  no_account: 'Nouveau sur Karat ?',
  forgot: 'Mot de passe oublié ?',
  register: 'Créer un compte',
  register_title: 'Créez votre compte',
  register_done: 'Inscription réussie',
  have_account: 'Vous avez déjà un compte ?',
  rules: 'Règles d’exploitation et de conformité',
  invite: 'Code d’invitation (facultatif)',
  demo_note: 'Ceci est une démonstration : votre compte reçoit de l’argent fictif, sans aucune valeur.',
  forget: 'Réinitialiser le mot de passe',
  forget_note: 'Tous les appareils connectés seront déconnectés.',
  forget_submit: 'Définir le mot de passe',
  forget_done: 'Votre mot de passe a été modifié. Veuillez vous connecter.',
  totp: 'Code d’authentification',
  totp_hint: 'Six chiffres de votre application, ou un code de secours',
  passkey: 'Se connecter avec une clé d’accès',
  frozen_note: 'Ce compte est bloqué.',
  unfreeze: 'Débloquer le compte',
  unfreeze_text: 'Prouvez que c’est vous. Notre équipe vérifie ; ensuite, les retraits attendent 24 heures.',
  unfreeze_submit: 'Envoyer la demande',
  unfreeze_done: 'Votre demande est envoyée',
  forget_factor:
    'Ce compte est aussi protégé par un second facteur. Confirmez pour définir le nouveau mot de passe.',
  report: 'Ce n’était pas vous ?',
  report_text:
    'Les coordonnées de votre compte ont été modifiées. Si ce n’était pas vous, bloquez le compte maintenant : tous les appareils sont déconnectés, les clés API prennent fin et les retraits s’arrêtent.',
  report_submit: 'Ce n’était pas moi : bloquer mon compte',
  report_done: 'Votre compte est bloqué',
  report_next:
    'Personne ne peut plus l’utiliser. Pour le débloquer, prouvez que c’est vous ; notre assistance peut rétablir vos anciennes coordonnées.',
} satisfies Record<keyof typeof en, string>;
