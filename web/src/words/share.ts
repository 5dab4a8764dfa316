import type { Language } from '../../../contract/props/site.ts'
import type { ScoreResult, WarningCode } from '../../../contract/schemas/score.ts'
import {
  type LeadState,
  type OutcomeSentences,
  type ShownState,
  findLead,
  isBadOutcome,
  isCriticalLead,
  outcomeSentences,
  tellOutcome,
} from '../../../contract/lead.ts'
import { formatAggregate, formatSubject, getMeasuredWeight, headlineWords } from '../../../contract/headline.ts'
import { listWarningCodes } from '../../../contract/warning-words.ts'
import type { Words } from './language.ts'
import { capitalise, formatDateTime, formatPercent } from './formats.ts'
import { leadWords, ledIn } from './lead.ts'
import { scoreTerms } from './scores.ts'

const en = {
  share: 'Share',
  shareWarning: 'Share this warning',
  shareGraduation: 'Share the graduation',
  onX: 'Post on X',
  onFarcaster: 'Cast on Farcaster',
  onTelegram: 'Send on Telegram',
  copyLink: 'Copy link',
  embed: 'Embed',
  download: 'Download the card',
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
    shareGraduation: 'Compartir la graduación',
    onX: 'Publicar en X',
    onFarcaster: 'Publicar en Farcaster',
    onTelegram: 'Enviar por Telegram',
    copyLink: 'Copiar enlace',
    embed: 'Insertar',
    download: 'Descargar la tarjeta',
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
    shareGraduation: '分享毕业消息',
    onX: '发布到 X',
    onFarcaster: '发布到 Farcaster',
    onTelegram: '发送到 Telegram',
    copyLink: '复制链接',
    embed: '嵌入',
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

type Shared = Pick<ScoreResult, 'submission' | 'aggregate' | 'warnings' | 'hasStubs' | 'explanation' | 'test'>

interface ShareOptions {
  language: Language
  /** What is known beside the record; by default nothing. */
  state?: LeadState
  /** When the launch is to be; null: no time ahead. */
  launchesAt?: string | null
}

/** The heading of the links that share a score. */
export function findShareTitle(state: ShownState, t: Pick<typeof en, 'share' | 'shareWarning' | 'shareGraduation'>) {
  if (isCriticalLead(state)) return t.shareWarning
  return state.outcome === 'graduated' ? t.shareGraduation : t.share
}

/**
 * The text of a post about a score or a launch, before its address. The outcome comes first; a critical warning takes the
 * place of the number, and the record of a test key says so first.
 */
export function formatShareText(score: Shared, options: ShareOptions): string {
  const text = formatUntested(score, options)
  return score.test ? shareTexts[options.language].test(text) : text
}

function formatUntested(
  score: Shared,
  { language, launchesAt = null, state = unknownState(score) }: ShareOptions,
): string {
  const t = shareTexts[language]
  const { submission, aggregate, hasStubs } = score
  const points = formatAggregate(aggregate)
  const ticker = `$${submission.symbol}`
  const lead = findLead(state)
  if (lead !== null && 'outcome' in lead && !isBadOutcome(lead.outcome)) return t[lead.outcome](ticker, points)
  if (lead !== null) {
    const headline = ledIn(language, state, formatSubject(submission))
    if ('warning' in lead) return t.led(headline, t.meanings[lead.warning] ?? '')
    const story = state.story ?? { outcome: lead.outcome, cause: state.outcomeCause }
    return `${t.led(headline, `${capitalise(tellOutcome(story, t.outcome))}${leadWords[language].stop}`)}${t.before(points)}`
  }
  const when = launchesAt === null ? null : formatDateTime(launchesAt, language)
  const parts = {
    unsigned: state.isUnsigned ? `${leadWords[language].comma}${scoreTerms[language].unsigned}` : '',
    share: hasStubs ? formatPercent(getMeasuredWeight(score), language) : null,
    isBefore: submission.contractAddress === null,
  }
  return `${when === null ? t.scored(ticker, points, parts) : t.launches(ticker, points, { ...parts, when })}${t.reasons}`
}

/** The state if only the record is known. */
const unknownState = (score: Shared): LeadState => ({
  outcome: null,
  warnings: listWarningCodes(score),
  outcomeAt: null,
  outcomeCause: null,
  isUnsigned: false,
  story: null,
  newer: null,
})

interface Parts {
  /** After the number, of a score that nobody signed. */
  unsigned: string
  /** The share of the weight that was measured; null: the score is final. */
  share: string | null
  /** The score was made before there was a token. */
  isBefore: boolean
}

interface ShareTexts {
  /** The record of a test key. */
  test: (text: string) => string
  scored: (ticker: string, points: string, parts: Parts) => string
  launches: (ticker: string, points: string, parts: Parts & { when: string }) => string
  /** Between the score and the address. */
  reasons: string
  /** `⚑ Rugged: Left Sock ($SOCK).` and a sentence. */
  led: (headline: string, sentence: string) => string
  before: (points: string) => string
  graduated: (ticker: string, points: string) => string
  alive: (ticker: string, points: string) => string
  /** The sentences of bad outcomes. */
  outcome: OutcomeSentences
  /** Of critical warnings. */
  meanings: Partial<Record<WarningCode, string>>
}

const shareTexts: Words<ShareTexts> = {
  en: {
    test: headlineWords.test,
    scored: (ticker, points, { unsigned, share, isBefore }) =>
      share === null
        ? `${ticker} scored ${points} out of 100${isBefore ? ' before launch' : ''}${unsigned}.`
        : `${ticker} scored ${points} so far, from ${share} of the weight${unsigned}.`,
    launches: (ticker, points, { unsigned, share, when }) =>
      `${ticker} launches ${when}. It scored ${share === null ? `${points} out of 100` : `${points} so far, from ${share} of the weight`}${unsigned}.`,
    reasons: ' Every reason is public:',
    led: (headline, sentence) => `${headline}. ${sentence}`.trim(),
    before: (points) => ` Scored ${points} before.`,
    graduated: (ticker, points) =>
      `${ticker} graduated: seven days above $20k liquidity. It scored ${points} before launch.`,
    alive: (ticker, points) =>
      `${ticker} is alive: it’s traded, and holders can sell. It scored ${points} before launch.`,
    outcome: { ...outcomeSentences, days: (count) => (count === 1 ? 'the day' : `${count} days`) },
    meanings: {
      honeypot: 'People who buy it can’t sell it.',
      cannot_sell: 'Holders can’t sell their whole balance.',
      confiscatory_tax: 'Buying or selling it costs half or more.',
      owner_can_take_tokens: 'The contract lets its owner change holders’ balances.',
      owner_can_seize: 'The contract lets its owner take or freeze holders’ tokens.',
      listed_deployer: 'Its deployer’s wallet was reported for malicious activity.',
    },
  },
  es: {
    test: (text) => `Registro de prueba: ${text}`,
    scored: (ticker, points, { unsigned, share, isBefore }) =>
      share === null
        ? `${ticker} obtuvo ${points} de 100${isBefore ? ' antes del lanzamiento' : ''}${unsigned}.`
        : `${ticker} lleva ${points}, con el ${share} del peso medido${unsigned}.`,
    launches: (ticker, points, { unsigned, share, when }) =>
      `${ticker} se lanza el ${when}. ${share === null ? `Obtuvo ${points} de 100` : `Lleva ${points}, con el ${share} del peso medido`}${unsigned}.`,
    reasons: ' Todos los motivos son públicos:',
    led: (headline, sentence) => `${headline}. ${sentence}`.trim(),
    before: (points) => ` Antes tenía una nota de ${points}.`,
    graduated: (ticker, points) =>
      `${ticker} se ha graduado: siete días con más de 20 000 $ de liquidez. Obtuvo ${points} antes del lanzamiento.`,
    alive: (ticker, points) =>
      `${ticker} sigue vivo: se negocia y quienes lo tienen pueden vender. Obtuvo ${points} antes del lanzamiento.`,
    outcome: leadWords.es.sentences,
    meanings: {
      honeypot: 'Quien lo compra no puede venderlo.',
      cannot_sell: 'Nadie puede vender todo su saldo.',
      confiscatory_tax: 'Comprarlo o venderlo cuesta la mitad o más.',
      owner_can_take_tokens: 'El contrato permite que su dueño cambie los saldos de otros.',
      owner_can_seize: 'El contrato permite que su dueño quite o congele los tokens de otros.',
      listed_deployer: 'La billetera que lo desplegó fue denunciada por actividad maliciosa.',
    },
  },
  zh: {
    test: (text) => `测试记录：${text}`,
    scored: (ticker, points, { unsigned, share, isBefore }) =>
      share === null
        ? `${ticker} ${isBefore ? '在发行前' : ''}获得 ${points} 分（满分 100）${unsigned}。`
        : `${ticker} 目前 ${points} 分，已测得 ${share} 的权重${unsigned}。`,
    launches: (ticker, points, { unsigned, share, when }) =>
      `${ticker} 将于 ${when} 发行。${share === null ? `获得 ${points} 分（满分 100）` : `目前 ${points} 分，已测得 ${share} 的权重`}${unsigned}。`,
    reasons: '全部理由公开：',
    led: (headline, sentence) => `${headline}。${sentence}`,
    before: (points) => `此前评分 ${points}。`,
    graduated: (ticker, points) => `${ticker} 已毕业：连续七天流动性超过 2 万美元。发行前评分 ${points}。`,
    alive: (ticker, points) => `${ticker} 仍然存活：在交易，持有者可以卖出。发行前评分 ${points}。`,
    outcome: leadWords.zh.sentences,
    meanings: {
      honeypot: '买了就卖不出去。',
      cannot_sell: '持有者无法卖出全部余额。',
      confiscatory_tax: '买入或卖出要扣掉一半或更多。',
      owner_can_take_tokens: '合约允许所有者改动持有者的余额。',
      owner_can_seize: '合约允许所有者拿走或冻结持有者的代币。',
      listed_deployer: '部署者的钱包曾因恶意行为被举报。',
    },
  },
}
