import type en from './en.ts';

export default {
  language: 'Idioma',
  login: 'Iniciar sesión',
  login_title: 'Hola de nuevo',
  login_done: 'Sesión iniciada',
  no_account: '¿Nuevo en Karat?',
  forgot: '¿Olvidaste tu contraseña?',
  register: 'Crear cuenta',
  register_title: 'Crea tu cuenta',
  register_done: 'Registro completado',
  have_account: '¿Ya tienes cuenta?',
  rules: 'Reglas de operación y cumplimiento',
  invite: 'Código de invitación (opcional)',
  demo_note: 'Esto es una demostración: tu cuenta empieza con dinero de prueba, sin ningún valor.',
  forget: 'Restablecer contraseña',
  forget_note: 'Se cerrará la sesión en todos los dispositivos.',
  forget_submit: 'Guardar contraseña nueva',
  forget_done: 'Tu contraseña ha cambiado. Inicia sesión.',
} satisfies Record<keyof typeof en, string>;
