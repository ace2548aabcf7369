import { useIdParam, useParam } from '../../lib/params.ts';
import { Buy } from './Buy.tsx';
import { OrderScreen } from './OrderScreen.tsx';
import { Orders } from './Orders.tsx';

/** Buys USDT: the form; with `?view=orders` the purchases, with `?id=` one of them. */
export default function Otc() {
  const id = useIdParam('id');
  const view = useParam('view');
  if (id !== undefined) return <OrderScreen key={id} id={id} />;
  return view === 'orders' ? <Orders /> : <Buy />;
}
