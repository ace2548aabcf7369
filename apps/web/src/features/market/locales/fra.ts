import type en from './en.ts';

export default {
  title: 'Marchés',
  favourites: 'Favoris',
  coins: 'Jetons',
  stocks: 'Actions',
  no_favourites: "Touchez l'étoile d'un marché pour le garder ici.",
  see_coins: 'Voir tous les jetons',
  login_favourites: 'Connectez-vous pour garder des favoris.',
  name: 'Nom',
  price: 'Dernier prix',
  change: '24 h',
  sort_by: 'Trier par {column}',
  search: 'Chercher jetons et actions',
  hot: 'Les plus consultés en 24 h',
  recent: 'Vus récemment',
  forget_recent: 'Effacer les vus récemment',
  nothing_hot: "Personne n'a encore cherché.",
  not_found: 'Aucun marché « {text} ».',
  stock_hours: 'Les actions se négocient de 9 h 30 à 16 h (New York) ; les ordres attendent l’ouverture.',
} satisfies Record<keyof typeof en, string>;
