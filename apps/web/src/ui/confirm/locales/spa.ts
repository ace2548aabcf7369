import type en from './en.ts';

export default {
  pay_password: 'Contraseña de pago',
  pay_password_empty: 'Introduce tu contraseña de pago',
  code: 'Código de autenticación',
  code_empty: 'Introduce el código',
  code_hint: 'Seis cifras de tu aplicación o un código de respaldo',
  confirm: 'Confirmar',
  forgot: '¿Olvidaste la contraseña de pago?',
  unset: 'El dinero solo sale de tu cuenta con tu contraseña de pago. Aún no tienes una.',
  set_up: 'Establecer una contraseña de pago',
  first_payment:
    'Nunca has pagado a este destinatario. Los estafadores se hacen pasar por atención al cliente, amigos o asesores. Una vez enviado, nadie puede recuperar el dinero.',
  first_payment_accept: 'Conozco a este destinatario y nadie me presiona para pagar',
} satisfies Record<keyof typeof en, string>;
