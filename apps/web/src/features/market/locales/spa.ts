import type en from './en.ts';

export default {
  title: 'Mercados',
  favourites: 'Favoritos',
  coins: 'Monedas',
  stocks: 'Acciones',
  no_favourites: 'Toque la estrella de un mercado para guardarlo aquí.',
  see_coins: 'Ver todas las monedas',
  login_favourites: 'Inicie sesión para guardar favoritos.',
  name: 'Nombre',
  price: 'Último precio',
  change: '24 h',
  sort_by: 'Ordenar por {column}',
  search: 'Buscar monedas y acciones',
  hot: 'Lo más buscado en 24 h',
  recent: 'Vistos hace poco',
  forget_recent: 'Borrar lo visto',
  nothing_hot: 'Nadie ha buscado nada todavía.',
  not_found: 'No hay ningún mercado «{text}».',
  stock_hours: 'Las acciones se negocian de 9:30 a 16:00 (Nueva York); las órdenes esperan la apertura.',
} satisfies Record<keyof typeof en, string>;
