import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: '{percent} % menos de comisión',
  no_discount: 'Comisiones estándar',
  volume: 'Volumen, 30 días',
  balance: 'Saldo',
  next: 'Siguiente nivel: VIP {level}',
  missing_volume: '{amount} USDT más de volumen',
  missing_balance: 'o {amount} USDT más de saldo',
  highest: 'Tienes el nivel más alto.',
  expected: 'Con estas cifras serás VIP {level} desde el {time}.',
  set_at: 'Los niveles se fijan cada día a las 00:00 UTC. Próxima vez: {time}.',
  rules:
    'El volumen cuenta las operaciones de spot y contratos que pagaron comisión. El saldo es todo lo que hay en tus cuentas menos préstamos, en USDT a las 00:00 UTC. Basta uno de los dos.',
  table: 'Niveles y comisiones',
  level: 'Nivel',
  needs: 'Volumen / saldo',
  spot: 'Spot maker / taker',
  contract: 'Contrato',
  outflow: 'Límite de retiro',
  leverage: 'Apalancamiento máx.',
  fees_of: 'Comisiones de {symbol}; los demás mercados tienen el mismo descuento.',
  conversions: 'El descuento también se aplica a las conversiones. Las opciones no tienen comisión.',
} satisfies Record<keyof typeof en, string>;
