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
  rules: 'Reglas de funcionamiento y cumplimiento',
  invite: 'Código de invitación (opcional)',
  demo_note: 'Esto es una demo. Tu cuenta empieza con dinero de prueba, sin valor real.',
  forget: 'Restablecer contraseña',
  forget_note: 'Se cerrará la sesión en todos los dispositivos.',
  forget_submit: 'Guardar contraseña nueva',
  forget_done: 'Tu contraseña ha cambiado. Inicia sesión.',
  totp: 'Código de autenticación',
  totp_hint: 'Seis cifras de tu aplicación o un código de respaldo',
  passkey: 'Iniciar sesión con una llave de acceso',
  frozen_note: 'Esta cuenta está bloqueada.',
  unfreeze: 'Desbloquear la cuenta',
  unfreeze_text:
    'Confirma que eres tú. Nuestro equipo revisa la solicitud. Después, los retiros siguen en pausa 24 horas.',
  unfreeze_submit: 'Enviar la solicitud',
  unfreeze_done: 'Tu solicitud se ha enviado',
  forget_factor:
    'Esta cuenta usa la autenticación de dos factores. Confirma con ella para guardar la contraseña nueva.',
  report: '¿No has sido tú?',
  report_text:
    'Se ha cambiado el correo o el teléfono de tu cuenta. Si no has sido tú, bloquéala ahora: se cierran todas las sesiones, las claves API dejan de funcionar y los retiros se pausan.',
  report_submit: 'Bloquear mi cuenta',
  report_done: 'Tu cuenta está bloqueada',
  report_next:
    'Nadie puede usarla ahora. Para desbloquearla, confirma tu identidad. Nuestro equipo de atención al cliente puede restaurar tu correo o teléfono anterior.',
} satisfies Record<keyof typeof en, string>;
