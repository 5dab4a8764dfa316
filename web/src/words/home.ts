import type { Language } from '../../../contract/props/site.ts'
import { findSignalWords } from '../../../contract/signals/looks.ts'
import type { Reading } from '../../../contract/signals/schemas.ts'
import { factWords } from './facts.ts'
import type { Words } from './language.ts'
import { scoreTerms } from './scores.ts'
import { tellSignal } from './sentence.ts'

interface SaidOfSample {
  score: number
  reason: string
}

const en = {
  title: 'Know how your launch will land. Before you launch.',
  /** `signals`: how many there are, such as “Six signals”. */
  lede: (signals: string) => `${signals}, one score, and every reason in public.`,
  followed: 'Then we follow the token for 90 days and show what really happened.',
  start: 'Score a launch',
  startFirst: 'Score the first launch',
  check: 'Check a token',
  free: 'Free. No account. A few seconds.',
  why: 'See why',
  sampleTag: 'Example',
  sampleNote: 'Made up to show a score',
  sample: {
    meme: { score: 83, reason: 'A fresh idea' },
    creator: { score: 75, reason: '1 of 1 still alive' },
    image: { score: 86, reason: 'Clear when small' },
    name: { score: 86, reason: 'Short, easy to say' },
    social: { score: 75, reason: 'The handle fits' },
    risk: { score: 90, reason: 'Nothing found' },
  } as Record<string, SaidOfSample>,
  figures: 'Launches in figures',
  scored: (count: number): string => (count === 1 ? 'launch scored' : 'launches scored'),
  recorded: (chain: string) => `recorded on ${chain}`,
  followedCount: 'followed after launch',
  graduated: 'graduated',
  alsoRugged: (count: string) => `, ${count} rugged`,
  rugged: 'rugged',
  newest: 'New scores',
  allNew: 'Explore',
  decided: 'What became of them',
  record: 'Track record',
  scoredThen: (score: string, band: string) => `Scored ${score}, ${band}`,
  launchedOn: (date: string) => `· launched ${date}`,
  noRecord: 'Our track record starts with your launch',
  noRecordBody:
    'We follow every scored token for 90 days and publish what happened, good or bad. Nothing has been decided yet.',
  noRecordLink: 'How outcomes are decided',
  measured: 'What we measure',
  howItWorks: 'How it works',
  operators: 'Building a launchpad?',
  operatorsBody: 'Put the score beside your own form with one line of HTML.',
  operatorsLink: 'See the element',
  advice: 'Not investment advice.',
  preliminary: 'Scores made here are preliminary',
  preliminaryBody: (signals: string) =>
    `Not measured yet: ${signals}. You can share a preliminary score, but you can’t claim, attest or rank it.`,
  keyNeeded: 'You need an API key to score',
  keyNeededBody: 'The operator of this site issues keys. Send yours with the request.',
  reference: 'API reference',
  /** The best of an example in a few words, by the code of the fact. */
  strengths: {
    freshness: 'A fresh idea',
    hook: 'A strong hook',
    remixability: 'Easy to remix',
    ticker_fit: 'The ticker fits',
    clarity: 'Clear at once',
    visibility: 'Visible at a glance',
    readability: 'Clear when small',
    brand_coherence: 'Fits the name',
    craft: 'Well made',
    faultless: 'Short, easy to say',
    match_name: 'The handle fits',
    match_ticker: 'The handle fits',
    clean_token: 'A clean token',
    contract_clean: 'Nothing found',
    renounced: 'No owner left',
    no_contract: 'No contract yet',
  } as Record<string, string>,
  stillAlive: (alive: number, known: number) => `${alive} of ${known} still alive`,
}

/** The home page. */
export const homeWords: Words<typeof en> = {
  en,
  es: {
    title: 'Descubre cómo caerá tu lanzamiento. Antes de lanzarlo.',
    lede: (signals) => `${signals}, una nota y todos los motivos a la vista.`,
    followed: 'Después seguimos el token durante 90 días y mostramos lo que pasó de verdad.',
    start: 'Evaluar un lanzamiento',
    startFirst: 'Evalúa el primer lanzamiento',
    check: 'Consultar un token',
    free: 'Gratis. Sin cuenta. Unos segundos.',
    why: 'Ver por qué',
    sampleTag: 'Ejemplo',
    sampleNote: 'Inventado, para mostrar una nota',
    sample: {
      meme: { score: 83, reason: 'Una idea original' },
      creator: { score: 75, reason: '1 de 1 sigue vivo' },
      image: { score: 86, reason: 'Clara en pequeño' },
      name: { score: 86, reason: 'Corto y fácil de decir' },
      social: { score: 75, reason: 'La cuenta encaja' },
      risk: { score: 90, reason: 'Nada encontrado' },
    },
    figures: 'Los lanzamientos en cifras',
    scored: (count) => (count === 1 ? 'lanzamiento evaluado' : 'lanzamientos evaluados'),
    recorded: (chain) => `registrados en ${chain}`,
    followedCount: 'seguidos tras su lanzamiento',
    graduated: 'graduados',
    alsoRugged: (count) => `, ${count} vaciados`,
    rugged: 'vaciados',
    newest: 'Notas nuevas',
    allNew: 'Explorar',
    decided: 'Qué fue de ellos',
    record: 'Historial',
    scoredThen: (score, band) => `Nota ${score}, ${band}`,
    launchedOn: (date) => `· lanzado el ${date}`,
    noRecord: 'Nuestro historial empieza con tu lanzamiento',
    noRecordBody:
      'Seguimos cada token evaluado durante 90 días y publicamos lo que pasó, bueno o malo. Aún no hay nada decidido.',
    noRecordLink: 'Cómo se deciden los resultados',
    measured: 'Qué medimos',
    howItWorks: 'Cómo funciona',
    operators: '¿Creas un launchpad?',
    operatorsBody: 'Pon la nota junto a tu propio formulario con una línea de HTML.',
    operatorsLink: 'Ver el elemento',
    advice: 'No es asesoramiento de inversión.',
    preliminary: 'Las notas de este sitio son provisionales',
    preliminaryBody: (signals) =>
      `Aún no se mide: ${signals}. Puedes compartir una nota provisional, pero no reclamarla, certificarla ni clasificarla.`,
    keyNeeded: 'Necesitas una clave de API para evaluar',
    keyNeededBody: 'El operador de este sitio emite las claves. Envía la tuya con la petición.',
    reference: 'Referencia de la API',
    strengths: {
      freshness: 'Una idea original',
      hook: 'Engancha',
      remixability: 'Fácil de versionar',
      ticker_fit: 'El ticker encaja',
      clarity: 'Clara al instante',
      visibility: 'Se ve de un vistazo',
      readability: 'Clara en pequeño',
      brand_coherence: 'Encaja con el nombre',
      craft: 'Bien hecha',
      faultless: 'Corto y fácil de decir',
      match_name: 'La cuenta encaja',
      match_ticker: 'La cuenta encaja',
      clean_token: 'Un token limpio',
      contract_clean: 'Nada encontrado',
      renounced: 'Ya no tiene dueño',
      no_contract: 'Aún sin contrato',
    },
    stillAlive: (alive, known) => `${alive} de ${known} siguen vivos`,
  },
  zh: {
    title: '发行之前，先知道反响如何。',
    lede: (signals) => `${signals}，一个评分，每条理由都公开。`,
    followed: '之后我们跟踪代币 90 天，如实展示结果。',
    start: '为发行评分',
    startFirst: '为第一个发行评分',
    check: '查一个代币',
    free: '免费，无需账号，只要几秒。',
    why: '查看理由',
    sampleTag: '示例',
    sampleNote: '虚构内容，仅用于演示评分',
    sample: {
      meme: { score: 83, reason: '想法新颖' },
      creator: { score: 75, reason: '1 个代币，1 个存活' },
      image: { score: 86, reason: '缩小后仍清晰' },
      name: { score: 86, reason: '简短好念' },
      social: { score: 75, reason: '账号相符' },
      risk: { score: 90, reason: '未发现问题' },
    },
    figures: '发行数据',
    scored: () => '个发行已评分',
    recorded: (chain) => `条记录在 ${chain} 上`,
    followedCount: '个发行后持续跟踪',
    graduated: '个毕业',
    alsoRugged: (count) => `，${count} 个被抽走流动性`,
    rugged: '个被抽走流动性',
    newest: '最新评分',
    allNew: '探索',
    decided: '它们后来怎样',
    record: '历史记录',
    scoredThen: (score, band) => `评分 ${score}，${band}`,
    launchedOn: (date) => `· ${date} 发行`,
    noRecord: '我们的历史记录从你的发行开始',
    noRecordBody: '每个评过分的代币，我们都跟踪 90 天，并公布结果，无论好坏。目前还没有定论。',
    noRecordLink: '结果如何判定',
    measured: '我们测量什么',
    howItWorks: '运作方式',
    operators: '你在做发行平台吗？',
    operatorsBody: '只需一行 HTML，就能把评分放在你自己的表单旁。',
    operatorsLink: '查看该元素',
    advice: '不构成投资建议。',
    preliminary: '这里的评分是初步的',
    preliminaryBody: (signals) => `暂未测量：${signals}。初步评分可以分享，但不能认领、上链或排名。`,
    keyNeeded: '评分需要 API 密钥',
    keyNeededBody: '密钥由本站运营者发放。请在请求中附上你的密钥。',
    reference: 'API 文档',
    strengths: {
      freshness: '想法新颖',
      hook: '很有吸引力',
      remixability: '便于二创',
      ticker_fit: '代号贴切',
      clarity: '一看就懂',
      visibility: '一眼可辨',
      readability: '缩小后仍清晰',
      brand_coherence: '与名称相符',
      craft: '制作精良',
      faultless: '简短好念',
      match_name: '账号相符',
      match_ticker: '账号相符',
      clean_token: '代币无问题',
      contract_clean: '未发现问题',
      renounced: '已放弃所有权',
      no_contract: '尚无合约',
    },
    stillAlive: (alive, known) => `${known} 个代币，${alive} 个存活`,
  },
}

/** What speaks most for a signal, in a few words; else what its score page says. */
export function tellStrength(signal: string, reading: Reading, language: Language): string {
  const { facts = [] } = reading
  const { strengths, stillAlive } = homeWords[language]
  const alive = facts.find(({ code, values }) => code === 'launches_alive' && Number(values['alive']) > 0)
  if (alive) return stillAlive(Number(alive.values['alive']), Number(alive.values['known']))
  const [rated] = facts
    .filter(({ values }) => Number(values['rating']) >= 4)
    .toSorted((one, other) => Number(other.values['rating']) - Number(one.values['rating']))
  const short = strengths[(rated ?? facts.find(({ code }) => Object.hasOwn(strengths, code)))?.code ?? '']
  if (short !== undefined) return short
  const [best] = facts
    .filter(({ code, effect }) => (effect ?? 0) > 0 && code !== 'verdict')
    .toSorted((one, other) => (other.effect ?? 0) - (one.effect ?? 0))
  const words = { ...factWords[language], ...findSignalWords(signal, language).facts }
  const told = best && words[best.code]?.(best.values)
  return told ?? tellSignal({ name: signal, reading }, language, words) ?? scoreTerms[language].notMeasured
}
