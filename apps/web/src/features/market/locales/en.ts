import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Markets',
  favourites: 'Favourites',
  coins: 'Coins',
  stocks: 'Stocks',
  no_favourites: 'Tap the star of a market to keep it here.',
  see_coins: 'See all coins',
  login_favourites: 'Log in to keep favourites.',
  name: 'Name',
  price: 'Last price',
  change: '24 h',
  sort_by: 'Sort by {column}',
  search: 'Search coins and stocks',
  hot: 'Most looked up in 24 h',
  recent: 'Recently viewed',
  forget_recent: 'Clear recently viewed',
  nothing_hot: 'Nobody has looked anything up yet.',
  not_found: 'No market is called “{text}”.',
  stock_hours: 'Stocks trade 09:30–16:00 New York time; orders placed now wait for the open.',
} as const satisfies Messages;
