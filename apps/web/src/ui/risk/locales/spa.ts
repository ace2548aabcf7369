import type en from './en.ts';

export default {
  quiz: 'Cuestionario de riesgo',
  country: 'País de residencia',
  choose: 'Elegir',
  send_answers: 'Enviar respuestas',
  quiz_wrong: '{count|one:# respuesta no es correcta|other:# respuestas no son correctas}. Revísalas.',
  wrong_here: 'Incorrecta',
  take_quiz: 'Hacer el cuestionario',
  limits: 'Tus límites',
  limits_lead:
    'Solo tú puedes fijarlos, para opciones y juegos en conjunto. Un límite más bajo vale al instante; uno más alto o ninguno, a las 24 horas.',
  daily_stake: 'Participación diaria',
  daily_loss: 'Pérdida diaria',
  used_today: '{used} hoy',
  no_limit: 'Sin límite',
  change_at: 'Desde {time}: {limit}',
  set_limit: 'Fijar',
  remove_limit: 'Quitar',
  pause: 'Tomar un descanso',
  pause_lead: 'Sin opciones ni pronósticos nuevos durante este tiempo. Puedes alargarlo cuando quieras.',
  hours_24: '24 horas',
  hours_168: '7 días',
  hours_720: '30 días',
  paused_until: 'En pausa hasta {time}',
  end_pause: 'Terminarla en 24 horas',
} satisfies Record<keyof typeof en, string>;
