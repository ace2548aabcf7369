import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: '{percent} % de frais en moins',
  no_discount: 'Frais standard',
  volume: 'Volume, 30 jours',
  balance: 'Solde',
  next: 'Niveau suivant : VIP {level}',
  missing_volume: 'encore {amount} USDT de volume',
  missing_balance: 'ou {amount} USDT de solde en plus',
  highest: 'Vous avez le niveau le plus élevé.',
  expected: 'Avec ces chiffres, vous serez VIP {level} à partir du {time}.',
  set_at: 'Les niveaux sont fixés chaque jour à 00:00 UTC. Prochaine fois : {time}.',
  rules:
    'Le volume compte les trades spot et contrats ayant payé des frais. Le solde est l’ensemble de vos comptes moins les prêts, en USDT à 00:00 UTC. L’un des deux suffit.',
  table: 'Niveaux et frais',
  level: 'Niveau',
  needs: 'Volume / solde',
  spot: 'Spot maker / taker',
  contract: 'Contrat',
  outflow: 'Limite de retrait',
  leverage: 'Levier max.',
  fees_of: 'Frais de {symbol} ; la même remise vaut pour les autres marchés.',
  conversions: 'La remise vaut aussi pour les conversions. Les options sont sans frais.',
} satisfies Record<keyof typeof en, string>;
