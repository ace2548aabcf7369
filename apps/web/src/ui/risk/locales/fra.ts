import type en from './en.ts';

export default {
  quiz: 'Questionnaire de risque',
  country: 'Pays de résidence',
  choose: 'Choisir',
  send_answers: 'Envoyer les réponses',
  quiz_wrong: '{count|one:# réponse est fausse|other:# réponses sont fausses}. Veuillez vérifier.',
  wrong_here: 'Faux',
  take_quiz: 'Passer le questionnaire',
  limits: 'Vos limites',
  limits_lead:
    'Vous seul pouvez les fixer, pour les options et les jeux ensemble. Une limite plus basse s’applique aussitôt ; plus haute ou supprimée, après 24 heures.',
  daily_stake: 'Participation quotidienne',
  daily_loss: 'Perte quotidienne',
  used_today: '{used} aujourd’hui',
  no_limit: 'Sans limite',
  change_at: 'À partir du {time} : {limit}',
  set_limit: 'Fixer',
  remove_limit: 'Supprimer',
  pause: 'Faire une pause',
  pause_lead:
    'Aucune nouvelle option ni aucun nouveau pronostic pendant ce temps. La pause peut être prolongée à tout moment.',
  hours_24: '24 heures',
  hours_168: '7 jours',
  hours_720: '30 jours',
  paused_until: 'En pause jusqu’au {time}',
  end_pause: 'Terminer dans 24 heures',
} satisfies Record<keyof typeof en, string>;
