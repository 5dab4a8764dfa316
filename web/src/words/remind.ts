import type { Words } from './language.ts'

const en = {
  remindMe: 'Remind me',
  stopReminding: 'Stop reminding me',
  reminding: 'You’ll be notified an hour before, ten minutes before and at launch time.',
  notReminding: 'You won’t be notified.',
  blocked: 'Your browser blocks notifications from this site. Allow them in its settings, then try again.',
  noPushService: 'Your browser’s notification service didn’t answer. Try again later.',
  cantRemind: 'This browser can’t show notifications. Use the calendar instead.',
  inBrowser: 'In this browser',
  stopInBrowser: 'Stop in this browser',
  onTelegram: 'On Telegram',
  byEmail: 'By e-mail',
  placeholder: 'you@example.com',
  send: 'Send',
  note: 'An hour before, ten minutes before and at launch time. Nothing else.',
  asked: 'Check your mail: open the link in it to confirm. An address that is already confirmed gets no new mail.',
  titles: {
    asked: 'Check your mail',
    confirm: 'Confirm your reminders',
    confirmed: 'You’ll be reminded',
    stop: 'Stop your reminders',
    stopped: 'Reminders stopped',
    over: 'This link no longer works',
  },
  notes: {
    asked:
      'Open the link in the mail to confirm. It works for a day. An address that is already confirmed gets no new mail.',
    confirm: 'You’ll get a mail an hour before the launch, ten minutes before it and at its time.',
    confirmed:
      'You’ll get a mail an hour before the launch, ten minutes before it and at its time. Then your address is deleted.',
    stop: 'You’ll get no more mails about this launch, and your address is deleted.',
    stopped: 'You’ll get no more mails about this launch. Your address is deleted.',
    over: 'The reminders were stopped, the launch is over, or the link wasn’t confirmed within a day. You can ask again on the page of the launch.',
  },
  confirm: 'Confirm',
  stop: 'Stop reminders',
  openLaunch: 'Open the launch',
  allLaunches: 'See all launches',
}

/** The words of reminders: of the button, of its island, and of the pages that mails link to. */
export const remindWords: Words<typeof en> = {
  en,
  es: {
    remindMe: 'Avísame',
    stopReminding: 'Dejar de avisarme',
    reminding: 'Te avisaremos una hora antes, diez minutos antes y a la hora del lanzamiento.',
    notReminding: 'Ya no te avisaremos.',
    blocked: 'Tu navegador bloquea las notificaciones de este sitio. Permítelas en sus ajustes e inténtalo de nuevo.',
    noPushService: 'El servicio de notificaciones de tu navegador no respondió. Inténtalo más tarde.',
    cantRemind: 'Este navegador no puede mostrar notificaciones. Usa el calendario.',
    inBrowser: 'En este navegador',
    stopInBrowser: 'Dejar de avisar en este navegador',
    onTelegram: 'Por Telegram',
    byEmail: 'Por correo',
    placeholder: 'tu@ejemplo.com',
    send: 'Enviar',
    note: 'Una hora antes, diez minutos antes y a la hora del lanzamiento. Nada más.',
    asked: 'Revisa tu correo y abre el enlace para confirmar. Una dirección ya confirmada no recibe otro mensaje.',
    titles: {
      asked: 'Revisa tu correo',
      confirm: 'Confirma tus avisos',
      confirmed: 'Te avisaremos',
      stop: 'Cancelar los avisos',
      stopped: 'Avisos cancelados',
      over: 'Este enlace ya no sirve',
    },
    notes: {
      asked:
        'Abre el enlace del mensaje para confirmar. Sirve durante un día. Una dirección ya confirmada no recibe otro mensaje.',
      confirm: 'Recibirás un mensaje una hora antes del lanzamiento, otro diez minutos antes y otro a su hora.',
      confirmed:
        'Recibirás un mensaje una hora antes del lanzamiento, otro diez minutos antes y otro a su hora. Después borraremos tu dirección.',
      stop: 'No recibirás más mensajes sobre este lanzamiento y borraremos tu dirección.',
      stopped: 'No recibirás más mensajes sobre este lanzamiento. Hemos borrado tu dirección.',
      over: 'Los avisos se cancelaron, el lanzamiento ya pasó o el enlace no se confirmó en un día. Puedes volver a pedirlos en la página del lanzamiento.',
    },
    confirm: 'Confirmar',
    stop: 'Cancelar los avisos',
    openLaunch: 'Abrir el lanzamiento',
    allLaunches: 'Ver todos los lanzamientos',
  },
  zh: {
    remindMe: '提醒我',
    stopReminding: '取消提醒',
    reminding: '我们会在发行前一小时、前十分钟和发行时通知你。',
    notReminding: '你不会再收到通知。',
    blocked: '你的浏览器屏蔽了本站的通知。请在浏览器设置中允许通知，然后重试。',
    noPushService: '你的浏览器通知服务没有响应。请稍后再试。',
    cantRemind: '此浏览器无法显示通知，请改用日历。',
    inBrowser: '在此浏览器中',
    stopInBrowser: '取消此浏览器的提醒',
    onTelegram: '通过 Telegram',
    byEmail: '通过邮件',
    placeholder: 'you@example.com',
    send: '发送',
    note: '仅在发行前一小时、前十分钟和发行时提醒。',
    asked: '请查收邮件，打开其中的链接进行确认。已确认的地址不会再收到确认邮件。',
    titles: {
      asked: '请查收邮件',
      confirm: '确认提醒',
      confirmed: '提醒已开启',
      stop: '停止提醒',
      stopped: '提醒已停止',
      over: '此链接已失效',
    },
    notes: {
      asked: '打开邮件中的链接进行确认，链接一天内有效。已确认的地址不会再收到确认邮件。',
      confirm: '你会在发行前一小时、前十分钟和发行时收到邮件。',
      confirmed: '你会在发行前一小时、前十分钟和发行时收到邮件，之后我们会删除你的地址。',
      stop: '你不会再收到关于此发行的邮件，你的地址也会被删除。',
      stopped: '你不会再收到关于此发行的邮件，你的地址已删除。',
      over: '提醒已停止、发行已结束，或链接未在一天内确认。你可以在发行页面重新申请。',
    },
    confirm: '确认',
    stop: '停止提醒',
    openLaunch: '打开发行页面',
    allLaunches: '查看所有发行',
  },
}

/** The words of the island `remind`. */
export type RemindWords = Pick<
  typeof en,
  'remindMe' | 'stopReminding' | 'reminding' | 'notReminding' | 'blocked' | 'noPushService' | 'cantRemind' | 'asked'
>
