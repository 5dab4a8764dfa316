import type { Language } from '../../../contract/props/site.ts'
import type { ScoreResult, WarningCode } from '../../../contract/schemas/score.ts'
import { type LeadState, leadSign } from '../../../contract/lead.ts'
import { formatAggregate, formatSubject, getMeasuredWeight, headlineWords } from '../../../contract/headline.ts'
import { leadWarning, listWarningCodes, recordWarning, warned } from '../../../contract/warning-words.ts'
import type { Words } from './language.ts'
import { formatDateTime, formatPercent } from './formats.ts'
import { leadWords, tellIn } from './lead.ts'
import { scoreTerms } from './scores.ts'

const en = {
  share: 'Share',
  shareWarning: 'Share this warning',
  onX: 'Post on X',
  onFarcaster: 'Cast on Farcaster',
  onTelegram: 'Send on Telegram',
  link: 'Link',
  copyLink: 'Copy link',
  embed: 'Embed badge',
  download: 'Download card',
  json: 'JSON',
  embedTitle: 'Embed this score',
  badgeAlt: (words: string) => `The badge: ${words}`,
  html: 'Badge in HTML',
  markdown: 'Badge in Markdown',
  frame: 'Ticket in a frame',
  copy: 'Copy',
  close: 'Close',
}

/** The words for sharing a score or a launch. */
export const shareWords: Words<typeof en> = {
  en,
  es: {
    share: 'Compartir',
    shareWarning: 'Compartir esta advertencia',
    onX: 'Publicar en X',
    onFarcaster: 'Publicar en Farcaster',
    onTelegram: 'Enviar por Telegram',
    link: 'Enlace',
    copyLink: 'Copiar enlace',
    embed: 'Insertar insignia',
    download: 'Descargar tarjeta',
    json: 'JSON',
    embedTitle: 'Insertar esta nota',
    badgeAlt: (words) => `La insignia: ${words}`,
    html: 'Insignia en HTML',
    markdown: 'Insignia en Markdown',
    frame: 'Ficha en un marco',
    copy: 'Copiar',
    close: 'Cerrar',
  },
  zh: {
    share: '分享',
    shareWarning: '分享此警告',
    onX: '发布到 X',
    onFarcaster: '发布到 Farcaster',
    onTelegram: '发送到 Telegram',
    link: '链接',
    copyLink: '复制链接',
    embed: '嵌入徽章',
    download: '下载卡片',
    json: 'JSON',
    embedTitle: '嵌入此评分',
    badgeAlt: (words) => `徽章：${words}`,
    html: 'HTML 徽章',
    markdown: 'Markdown 徽章',
    frame: '嵌入框架',
    copy: '复制',
    close: '关闭',
  },
}

type Shared = Pick<ScoreResult, 'submission' | 'aggregate' | 'band' | 'warnings' | 'hasStubs' | 'explanation' | 'test'>

interface ShareOptions {
  language: Language
  serviceName: string
  /** What is known beside the record; by default nothing. */
  state?: LeadState
  /** When the launch is to be; null: no time ahead. */
  launchesAt?: string | null
}

/**
 * The text of a post about a score or a launch. The outcome comes first; a critical warning takes the place of the number, a preliminary score has no band,
 * and the record of a test key says so first.
 */
export function formatShareText(score: Shared, options: ShareOptions): string {
  const text = formatUntested(score, options)
  return score.test ? shareTexts[options.language].test(text) : text
}

function formatUntested(score: Shared, { language, serviceName, launchesAt = null, state }: ShareOptions): string {
  const t = shareTexts[language]
  const mark = (text: string) =>
    state?.isUnsigned ? `${text}${leadWords[language].comma}${scoreTerms[language].unsigned}` : text
  const subject = formatSubject(score.submission)
  const told = state && tellIn(language, state)
  if (state && told !== undefined) {
    const { before } = leadWords[language]
    const result = before(formatAggregate(score.aggregate))
    return `${leadSign(state)}${told} ${t.plain(`${subject}, ${result}`, '', serviceName)}`
  }
  const when = launchesAt === null ? '' : t.when(formatDateTime(launchesAt, language))
  const warning = formatWarning(score, language)
  if (warning !== undefined) return warned(warning, t.plain(mark(subject), when, serviceName))
  const points = formatAggregate(score.aggregate)
  const result = score.hasStubs
    ? t.preliminary(points, formatPercent(getMeasuredWeight(score), language))
    : t.final(points, scoreTerms[language].bands[score.band].toLowerCase())
  return t.scored(subject, when, { result: mark(result), serviceName })
}

/** The record's own words, which are in English and more detailed. */
function formatWarning(score: Shared, language: Language): string | undefined {
  const lead = leadWarning(listWarningCodes(score))
  const { warnings } = shareTexts[language]
  if (lead === undefined || warnings === null) return recordWarning(score)
  return warnings(scoreTerms[language].warnings[lead], lead)
}

const withMeaning = (label: string, { join, end }: { join: string; end: string }, meaning: string | undefined) =>
  meaning === undefined ? `${label}${end}` : `${label}${join}${meaning}${end}`

/** The meanings of critical warnings, as contract/warning-words.ts has them in English. */
const meanings: Record<'es' | 'zh', Partial<Record<WarningCode, string>>> = {
  es: {
    honeypot: 'quien compra este token no puede venderlo',
    cannot_sell: 'no se puede vender todo el saldo',
    confiscatory_tax: 'comprar o vender cuesta la mitad del importe o más',
    owner_can_take_tokens: 'el contrato permite que su propietario cambie los saldos de otros',
    owner_can_seize: 'el contrato permite que su propietario tome o congele los tokens de otros',
    listed_deployer: 'la billetera que lo desplegó está denunciada por actividad maliciosa',
  },
  zh: {
    honeypot: '持有者无法卖出该代币',
    cannot_sell: '持有者无法卖出全部余额',
    confiscatory_tax: '买入或卖出须付一半以上的税',
    owner_can_take_tokens: '合约允许所有者改动持有者的余额',
    owner_can_seize: '合约允许所有者没收或冻结持有者的代币',
    listed_deployer: '部署者的钱包曾因恶意行为被举报',
  },
}

interface ShareTexts {
  /** The record of a test key. */
  test: (text: string) => string
  /** A critical warning: its label, and what it means. null: the words of the record. */
  warnings: ((label: string, code: WarningCode) => string) | null
  when: (when: string) => string
  final: (points: string, band: string) => string
  preliminary: (points: string, share: string) => string
  scored: (subject: string, when: string, score: { result: string; serviceName: string }) => string
  plain: (subject: string, when: string, serviceName: string) => string
}

const shareTexts: Words<ShareTexts> = {
  en: {
    test: headlineWords.test,
    warnings: null,
    when: (when) => ` launches ${when}`,
    final: headlineWords.final,
    preliminary: (points, share) => `${headlineWords.preliminary(points, share)}, preliminary`,
    scored: (subject, when, { result, serviceName }) =>
      `${subject}${when}: ${result}, on ${serviceName}. Higher is better.`,
    plain: (subject, when, serviceName) => `${subject}${when}, on ${serviceName}.`,
  },
  es: {
    test: (text) => `Registro de prueba: ${text}`,
    warnings: (label, code) => withMeaning(label, { join: ': ', end: '.' }, meanings.es[code]),
    when: (when) => ` se lanza el ${when}`,
    final: (points, band) => `${points} de 100, ${band}`,
    preliminary: (points, share) => `${points} con el ${share} del peso, nota preliminar`,
    scored: (subject, when, { result, serviceName }) =>
      `${subject}${when}: ${result}, en ${serviceName}. Cuanto más alta, mejor.`,
    plain: (subject, when, serviceName) => `${subject}${when}, en ${serviceName}.`,
  },
  zh: {
    test: (text) => `测试记录：${text}`,
    warnings: (label, code) => withMeaning(label, { join: '：', end: '。' }, meanings.zh[code]),
    when: (when) => `将于 ${when} 发行`,
    final: (points, band) => `${points} 分（满分 100），${band}`,
    preliminary: (points, share) => `${points} 分，仅测得 ${share} 的权重，为初步评分`,
    scored: (subject, when, { result, serviceName }) => `${subject}${when}：${result}。来自 ${serviceName}，越高越好。`,
    plain: (subject, when, serviceName) => `${subject}${when}。来自 ${serviceName}。`,
  },
}
