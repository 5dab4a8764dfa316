import type { Language } from '../../../contract/props/site.ts'
import {
  type ShownState,
  type LeadState,
  findLead,
  leadSign,
  outcomeLabels,
  outcomeSentences,
  scoredBefore,
  tellOutcome,
} from '../../../contract/lead.ts'
import { warned, warningLabel } from '../../../contract/warning-words.ts'
import type { Words } from './language.ts'

const en = {
  outcomes: outcomeLabels,
  sentences: outcomeSentences,
  /** Between an outcome and what it says. */
  join: ': ',
  stop: '.',
  comma: ', ',
  before: scoredBefore,
  beforeBand: (points: string, band: string) => `Scored ${points} (${band}) before launch`,
  /** Who took the liquidity out. */
  by: {
    insider: (from: string, to: string) =>
      `Taken out between ${from} and ${to} by the wallet that launched the token or first supplied it`,
    venue: (from: string, to: string) => `Taken out between ${from} and ${to} by the launchpad`,
    other: (from: string, to: string) => `Taken out between ${from} and ${to} by others`,
  },
  decided: (date: string) => `Decided ${date}`,
  more: 'See what happened',
  /** A critical warning that is newer than the record. */
  newerReading: (date: string) => `Found by a newer reading of the contract, ${date}. This record is older.`,
}

/** The words that state an outcome before the score. */
export const leadWords: Words<typeof en> = {
  en,
  es: {
    outcomes: { graduated: 'Graduado', alive: 'Vivo', dead: 'Muerto', rugged: 'Vaciado' },
    sentences: {
      removed: 'se retiró la liquidez',
      removedShare: (share) => `se retiró el ${share} de la liquidez`,
      after: (text, span) => `${text} ${span} después del lanzamiento`,
      found: (text, span) => `${text}, ${span} después del lanzamiento`,
      hours: (count) => (count === 1 ? 'una hora' : `${count} horas`),
      days: (count) => (count === 1 ? 'un día' : `${count} días`),
      causes: {
        removed: 'se retiró la liquidez',
        cannot_sell: 'en dos comprobaciones con un día de diferencia no se podía vender',
        thin: 'se podían retirar menos de 1000 USD',
        quiet: 'no hubo ninguna operación en 72 horas',
        gone: 'se quedó sin liquidez y ya no cotiza',
      },
      outcomes: {
        graduated: 'siete días seguidos con al menos 20 000 USD de profundidad',
        alive: 'se negocia, y quienes lo tienen podían vender',
        dead: 'ya no se negocia',
        rugged: 'los poseedores se quedaron sin liquidez',
      },
    },
    join: ': ',
    stop: '.',
    comma: ', ',
    before: (points) => `nota de ${points} antes del lanzamiento`,
    beforeBand: (points, band) => `Nota de ${points} (${band}) antes del lanzamiento`,
    by: {
      insider: (from, to) =>
        `La retiró entre ${from} y ${to} la billetera que lanzó el token o puso su primera liquidez`,
      venue: (from, to) => `La retiró entre ${from} y ${to} la plataforma`,
      other: (from, to) => `La retiraron otros entre ${from} y ${to}`,
    },
    decided: (date) => `Decidido el ${date}`,
    more: 'Ver qué pasó',
    newerReading: (date) => `Según una lectura más reciente del contrato, del ${date}. Este registro es anterior.`,
  },
  zh: {
    outcomes: { graduated: '毕业', alive: '存活', dead: '死亡', rugged: '被抽走流动性' },
    sentences: {
      removed: '流动性被抽走',
      removedShare: (share) => `${share} 的流动性被取走`,
      after: (text, span) => `发行${span}后，${text}`,
      found: (text, span) => `发行${span}后，${text}`,
      hours: (count) => `${count} 小时`,
      days: (count) => `${count} 天`,
      causes: {
        removed: '流动性被抽走',
        cannot_sell: '相隔一天的两次检查中都无法卖出',
        thin: '可取出的资金不足 1,000 美元',
        quiet: '72 小时内没有交易',
        gone: '流动性耗尽，已不再列出',
      },
      outcomes: {
        graduated: '连续七天深度至少 20,000 美元',
        alive: '仍在交易，持有者可以卖出',
        dead: '已不再交易',
        rugged: '持有者失去了流动性',
      },
    },
    join: '：',
    stop: '。',
    comma: '，',
    before: (points) => `发行前评分 ${points}`,
    beforeBand: (points, band) => `发行前评分 ${points}（${band}）`,
    by: {
      insider: (from, to) => `${from} 至 ${to} 之间，由发行代币或最初提供流动性的钱包取走`,
      venue: (from, to) => `${from} 至 ${to} 之间，由发行平台取走`,
      other: (from, to) => `${from} 至 ${to} 之间，由他人取走`,
    },
    decided: (date) => `判定于 ${date}`,
    more: '查看经过',
    newerReading: (date) => `来自 ${date} 对合约的较新读取；本记录早于此。`,
  },
}

/** `⚠ Rugged: Left Sock`: the outcome or the gravest critical warning before a text. */
export function ledIn(language: Language, shown: ShownState, text: string): string {
  const lead = findLead(shown)
  if (lead === null) return text
  if ('warning' in lead) return warned(warningLabel(shown.warnings), text, ': ')
  const t = leadWords[language]
  return `${leadSign(shown)}${t.outcomes[lead.outcome]}${t.join}${text}`
}

/** `⚠ Rugged, scored 60.3 before launch: Left Sock`, of a launch with an outcome. */
export function ledBefore(
  language: Language,
  shown: ShownState,
  { subject, points }: Record<'subject' | 'points', string>,
) {
  const t = leadWords[language]
  const lead = findLead(shown)
  if (lead === null) return subject
  const label = 'outcome' in lead ? t.outcomes[lead.outcome] : (warningLabel(shown.warnings) ?? '')
  return `${leadSign(shown)}${label}${t.comma}${t.before(points)}${t.join}${subject}`
}

/** `Rugged: 99.9% of the liquidity was taken out one day after launch.`; undefined: no outcome leads. */
export function tellIn(language: Language, state: LeadState): string | undefined {
  const lead = findLead(state)
  if (lead === null || !('outcome' in lead)) return undefined
  const t = leadWords[language]
  const story = state.story ?? { outcome: lead.outcome, cause: state.outcomeCause }
  return `${t.outcomes[lead.outcome]}${t.join}${tellOutcome(story, t.sentences)}${t.stop}`
}
