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
  totp: 'Código de autenticación',
  totp_hint: 'Seis cifras de tu aplicación o un código de respaldo',
  passkey: 'Entrar con una llave de acceso',
  frozen_note: 'Esta cuenta está bloqueada.',
  unfreeze: 'Desbloquear la cuenta',
  unfreeze_text: 'Demuestra que eres tú. Nuestro equipo lo revisa; después, los retiros esperan 24 horas.',
  unfreeze_submit: 'Enviar la solicitud',
  unfreeze_done: 'Tu solicitud se ha enviado',
  forget_factor:
    'Esta cuenta también está protegida por un segundo factor. Confírmalo para poner la contraseña nueva.',
  report: '¿No has sido tú?',
  report_text:
    'Se ha cambiado un contacto de tu cuenta. Si no has sido tú, bloquéala ahora: se cierran todas las sesiones, terminan las claves API y se detienen los retiros.',
  report_submit: 'No he sido yo: bloquear mi cuenta',
  report_done: 'Tu cuenta está bloqueada',
  report_next:
    'Nadie puede usarla ahora. Para desbloquearla, demuestra que eres tú; nuestro equipo de soporte puede restaurar tu contacto anterior.',
} satisfies Record<keyof typeof en, string>;
