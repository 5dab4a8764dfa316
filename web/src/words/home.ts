import type { Words } from './language.ts'

interface HomeWords {
  title: string
  /** `signals`: how many there are, such as “Six signals”. */
  lede: (signals: string) => string
  permanent: string
  example: string
  noExample: string
  noExampleBody: string
  find: string
  findButton: string
  startHere: string
  newest: string
  allNew: string
  noNewest: string
  measured: string
  measuredNote: string
  weight: string
  api: string
  apiNote: string
  apiKeyNote: string
  apiBody: string
  command: string
  reference: string
  foot: string
  preliminary: string
  preliminaryBody: (signals: string) => string
  keyNeeded: string
  keyNeededBody: string
}

/** The home page. */
export const homeWords: Words<HomeWords> = {
  en: {
    title: 'Know how your launch will land – before you launch',
    lede: (signals) => `${signals}. One score out of 100. Every reason shown.`,
    permanent: 'Scores are permanent. You can re-score, but the same pitch gets the same verdict.',
    example: 'Best score this week',
    noExample: 'No score to show yet',
    noExampleBody: 'The best score of the week appears here, with its signals. Score a launch to be the first.',
    find: 'Look up a token',
    findButton: 'Search',
    startHere: 'Score a launch',
    newest: 'New scores',
    allNew: 'See all',
    noNewest: 'New final scores appear here. Be the first.',
    measured: 'What we measure',
    measuredNote: 'Every signal runs 0–100 and higher is better – including risk.',
    weight: 'of the score',
    api: 'Use the API',
    apiNote: 'No key needed.',
    apiKeyNote: 'You need an API key.',
    apiBody: 'Send the same form as one request. The response has an id: its page is /score/<id>.',
    command: 'Command',
    reference: 'Browse the API reference',
    foot: 'Not investment advice.',
    preliminary: 'Scores made here are preliminary',
    preliminaryBody: (signals) =>
      `Not measured yet: ${signals}. You can share a preliminary score, but you can’t claim, attest or rank it.`,
    keyNeeded: 'You need an API key to score',
    keyNeededBody: 'Send your key with the command below. The operator of this site issues keys.',
  },
  es: {
    title: 'Descubre cómo caerá tu lanzamiento, antes de lanzarlo',
    lede: (signals) => `${signals}. Una nota sobre 100. Todos los motivos a la vista.`,
    permanent:
      'Las notas no cambian. Puedes repetir la evaluación, pero la misma presentación recibe el mismo veredicto.',
    example: 'La mejor nota de la semana',
    noExample: 'Aún no hay ninguna nota',
    noExampleBody: 'Aquí aparece la mejor nota de la semana con sus señales. Evalúa un lanzamiento y sé el primero.',
    find: 'Busca un token',
    findButton: 'Buscar',
    startHere: 'Evaluar un lanzamiento',
    newest: 'Notas nuevas',
    allNew: 'Ver todas',
    noNewest: 'Las notas definitivas aparecen aquí en cuanto se hacen. Sé el primero.',
    measured: 'Qué medimos',
    measuredNote: 'Cada señal va de 0 a 100 y cuanto más alta, mejor, también el riesgo.',
    weight: 'de la nota',
    api: 'Usa la API',
    apiNote: 'Sin clave.',
    apiKeyNote: 'Necesitas una clave de API.',
    apiBody: 'Envía lo mismo en una sola petición. La respuesta trae un id: su página es /score/<id>.',
    command: 'Comando',
    reference: 'Ver la referencia de la API',
    foot: 'No es asesoramiento de inversión.',
    preliminary: 'Las notas de este sitio son provisionales',
    preliminaryBody: (signals) =>
      `Aún no se mide: ${signals}. Puedes compartir una nota provisional, pero no reclamarla, certificarla ni clasificarla.`,
    keyNeeded: 'Necesitas una clave de API para evaluar',
    keyNeededBody: 'Envía tu clave con el comando de abajo. El operador de este sitio emite las claves.',
  },
  zh: {
    title: '发行之前，先知道反响如何',
    lede: (signals) => `${signals}，满分 100，每个理由都看得见。`,
    permanent: '评分永久有效。你可以重新评分，但同样的介绍会得到同样的评语。',
    example: '本周最高分',
    noExample: '还没有可展示的评分',
    noExampleBody: '本周最高分及其各项信号会显示在这里。来做第一个吧。',
    find: '查找代币',
    findButton: '搜索',
    startHere: '为发行评分',
    newest: '最新评分',
    allNew: '查看全部',
    noNewest: '最终评分产生后会显示在这里。来做第一个吧。',
    measured: '我们测量什么',
    measuredNote: '每项信号 0–100 分，越高越好，风险也一样。',
    weight: '占总分',
    api: '使用 API',
    apiNote: '无需密钥。',
    apiKeyNote: '需要 API 密钥。',
    apiBody: '用一个请求发送同样的内容。响应中有 id，页面是 /score/<id>。',
    command: '命令',
    reference: '浏览 API 文档',
    foot: '不构成投资建议。',
    preliminary: '这里的评分是初步的',
    preliminaryBody: (signals) => `暂未测量：${signals}。初步评分可以分享，但不能认领、上链或排名。`,
    keyNeeded: '评分需要 API 密钥',
    keyNeededBody: '请在下方命令中附上密钥。密钥由本站运营者发放。',
  },
}
