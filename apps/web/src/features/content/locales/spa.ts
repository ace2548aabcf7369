import type en from './en.ts';

export default {
  article: 'Artículo',
  article_missing: 'Este artículo no existe.',
  news: 'Anuncios',
  news_none: 'Aún no hay anuncios',
  faq: 'Preguntas y respuestas',
  faq_search: 'Buscar preguntas',
  faq_not_found: 'Ninguna pregunta coincide',
  faq_all: 'Ver todas las preguntas',
  faq_more: '¿No encuentras la respuesta?',
  support: 'Atención al cliente',
  support_hint: 'Chatea o déjanos un mensaje',
  contact: 'Contáctanos',
  about: 'Sobre nosotros',
  compliance: 'Funcionamiento y cumplimiento',
  none: 'Aún no se ha publicado nada aquí',
  version: 'Versión {version}',
  web_page: 'Página web',
  web_none: 'La aplicación no puede abrir esta dirección.',
  leaving: 'Esta página no es de Karat. Nunca escribas allí tu contraseña de Karat.',
  open_browser: 'Abrir en el navegador',
} satisfies Record<keyof typeof en, string>;
