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
} satisfies Record<keyof typeof en, string>;
