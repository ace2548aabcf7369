import type en from './en.ts';

export default {
  language: 'Langue',
  login: 'Se connecter',
  login_title: 'Content de vous revoir',
  login_done: 'Connexion réussie',
  no_account: 'Nouveau sur Karat ?',
  forgot: 'Mot de passe oublié ?',
  register: 'Créer un compte',
  register_title: 'Créez votre compte',
  register_done: 'Inscription réussie',
  have_account: 'Vous avez déjà un compte ?',
  rules: 'Règles d’exploitation et de conformité',
  invite: 'Code d’invitation (facultatif)',
  demo_note: 'Ceci est une démonstration : votre compte reçoit de l’argent fictif, sans aucune valeur.',
  forget: 'Réinitialiser le mot de passe',
  forget_note: 'Tous les appareils connectés seront déconnectés.',
  forget_submit: 'Définir le mot de passe',
  forget_done: 'Votre mot de passe a été modifié. Veuillez vous connecter.',
} satisfies Record<keyof typeof en, string>;
