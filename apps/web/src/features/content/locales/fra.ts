import type en from './en.ts';

export default {
  article: 'Article',
  article_missing: 'Cet article n’existe pas.',
  news: 'Annonces',
  news_none: 'Aucune annonce pour le moment',
  faq: 'Questions et réponses',
  faq_search: 'Rechercher une question',
  faq_not_found: 'Aucune question ne correspond',
  faq_all: 'Afficher toutes les questions',
  faq_more: 'Vous n’avez pas trouvé de réponse ?',
  support: 'Service client',
  support_hint: 'Discutez avec nous ou laissez un message',
  contact: 'Nous contacter',
  about: 'À propos',
  compliance: 'Fonctionnement et conformité',
  none: 'Rien n’a encore été publié ici',
  version: 'Version {version}',
  web_page: 'Page web',
  web_none: 'L’application ne peut pas ouvrir cette adresse.',
  leaving: 'Cette page n’est pas gérée par Karat. N’y saisissez jamais votre mot de passe Karat.',
  open_browser: 'Ouvrir dans le navigateur',
} satisfies Record<keyof typeof en, string>;
