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
  faq_more: 'Pas trouvé ?',
  support: 'Service client',
  support_hint: 'Chat ou message, à votre choix',
  contact: 'Nous contacter',
  about: 'À propos',
  compliance: 'Exploitation et conformité',
  none: 'Rien n’a encore été publié ici',
  version: 'Version {version}',
  web_page: 'Page web',
  web_none: 'Cette adresse ne figure pas dans la liste des pages que l’application ouvre.',
  leaving:
    'Cette page appartient à un tiers. Nous ne l’exploitons pas et ne la garantissons pas. N’y saisissez jamais votre mot de passe.',
  open_browser: 'Ouvrir dans le navigateur',
} satisfies Record<keyof typeof en, string>;
