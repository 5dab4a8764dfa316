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
import type { WarningCode } from '../../../contract/schemas/score.ts'
import type { Words } from './language.ts'
import { plural } from './formats.ts'
import { scoreTerms } from './scores.ts'

const en = {
  outcomes: outcomeLabels,
  sentences: outcomeSentences,
  /** Between an outcome and what it says. */
  join: ': ',
  stop: '.',
  comma: ', ',
  before: scoredBefore,
  beforeBand: (points: string, band: string) => `Scored ${points} (${band}) before launch`,
  more: 'See the outcome',
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
      hours: (count) => (count === 1 ? '1 hora' : `${count} horas`),
      days: (count) => (count === 1 ? '1 día' : `${count} días`),
      causes: {
        removed: 'se retiró la liquidez',
        cannot_sell: 'en dos comprobaciones con un día de diferencia no se podía vender',
        thin: 'se podían retirar menos de 1000 $',
        quiet: 'no hubo ninguna operación en 72 horas',
        gone: 'se quedó sin liquidez y ya no cotiza',
      },
      outcomes: {
        graduated: 'siete días seguidos con más de 20 000 $ de liquidez',
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
    more: 'Ver el resultado',
  },
  zh: {
    outcomes: { graduated: '毕业', alive: '存活', dead: '死亡', rugged: '被抽走流动性' },
    sentences: {
      removed: '流动性被抽走',
      removedShare: (share) => `${share} 的流动性被取走`,
      after: (text, span) => `发行 ${span}后，${text}`,
      found: (text, span) => `发行 ${span}后，${text}`,
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
        graduated: '连续七天流动性超过 2 万美元',
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
    more: '查看结果',
  },
}

type ByCode = Partial<Record<WarningCode, string>>

const enNews = {
  /** The critical warnings. */
  sentences: {
    honeypot: 'Honeypot: people who buy this token can’t sell it',
    cannot_sell: 'Can’t be sold: holders can’t sell their whole balance',
    confiscatory_tax: 'Confiscatory tax: buying or selling costs half or more',
    owner_can_take_tokens: 'Owner can take tokens: the contract lets its owner change balances',
    owner_can_seize: 'Owner can take tokens: the contract lets its owner take or freeze them',
    listed_deployer: 'Listed deployer: its wallet was reported for malicious activity',
  } as ByCode,
  /** The owner's rights that are not critical. */
  rights: {
    owner_can_block_sales: 'The contract lets its owner stop any wallet from selling.',
    owner_can_pause_trading: 'While trading is paused, nobody can sell.',
  } as ByCode,
  reported: (source: string, date: string) => `Reported by ${source}, ${date}.`,
  reportedFor: ({ source, contract, chain, date }: Record<'source' | 'contract' | 'chain' | 'date', string>) =>
    `Reported by ${source} for contract ${contract} on ${chain}, ${date}.`,
  /** A critical warning that is newer than the record. */
  newerReading: (date: string) => `Found by a newer reading of the contract, ${date}. This record is older.`,
  also: (warnings: string) => `Also: ${warnings}.`,
  findings: (count: number) => plural('en', count, { one: 'See the finding', other: 'See all # findings' }),
  on: (outcome: string, date: string) => `${outcome} on ${date}`,
  graduated: 'Seven straight days above $20k liquidity, 50 trades and $2k volume.',
  /** Who took the liquidity out. */
  by: {
    insider: (when: string) => `By the wallet that launched or first supplied it, ${when}`,
    venue: (when: string) => `By the launchpad, ${when}`,
    other: (when: string) => `By others, ${when}`,
  },
  decided: (date: string) => `Seen on ${date}.`,
}

/** The words of the first line of a page. */
export const newsWords: Words<typeof enNews> = {
  en: enNews,
  es: {
    sentences: {
      honeypot: 'Honeypot: quien compra este token no puede venderlo',
      cannot_sell: 'No se puede vender: nadie puede vender todo su saldo',
      confiscatory_tax: 'Tasa confiscatoria: comprar o vender cuesta la mitad o más',
      owner_can_take_tokens: 'Pueden quitar tokens: el dueño puede cambiar los saldos',
      owner_can_seize: 'Pueden quitar tokens: el dueño puede quitarlos o congelarlos',
      listed_deployer: 'Creador denunciado: su billetera fue denunciada por actividad maliciosa',
    },
    rights: {
      owner_can_block_sales: 'El contrato permite que su dueño impida vender a cualquier billetera.',
      owner_can_pause_trading: 'Mientras las operaciones están en pausa, nadie puede vender.',
    },
    reported: (source, date) => `Según ${source}, ${date}.`,
    reportedFor: ({ source, contract, chain, date }) =>
      `Según ${source}, sobre el contrato ${contract} en ${chain}, ${date}.`,
    newerReading: (date) => `Según una lectura más reciente del contrato, del ${date}. Este registro es anterior.`,
    also: (warnings) => `Además: ${warnings}.`,
    findings: (count) => plural('es', count, { one: 'Ver el hallazgo', other: 'Ver los # hallazgos' }),
    on: (outcome, date) => `${outcome} el ${date}`,
    graduated: 'Siete días seguidos con más de 20 000 $ de liquidez, 50 operaciones y 2000 $ de volumen.',
    by: {
      insider: (when) => `Por la billetera que lanzó el token o puso su primera liquidez, ${when}`,
      venue: (when) => `Por la plataforma de lanzamiento, ${when}`,
      other: (when) => `Por otros, ${when}`,
    },
    decided: (date) => `Visto el ${date}.`,
  },
  zh: {
    sentences: {
      honeypot: '貔貅盘：买了这个代币就卖不出去',
      cannot_sell: '无法卖出：持有人无法卖出全部余额',
      confiscatory_tax: '税率过高：买入或卖出要扣掉一半或更多',
      owner_can_take_tokens: '所有者可拿走代币：合约所有者可以改动余额',
      owner_can_seize: '所有者可拿走代币：合约所有者可以拿走或冻结代币',
      listed_deployer: '部署者遭举报：其钱包曾因恶意行为被举报',
    },
    rights: {
      owner_can_block_sales: '合约允许所有者禁止任何钱包卖出。',
      owner_can_pause_trading: '交易暂停期间，任何人都无法卖出。',
    },
    reported: (source, date) => `来源：${source}，${date}。`,
    reportedFor: ({ source, contract, chain, date }) => `来源：${source}，${chain} 上的合约 ${contract}，${date}。`,
    newerReading: (date) => `来自 ${date} 对合约的较新读取；本记录早于此。`,
    also: (warnings) => `另有：${warnings}。`,
    findings: (count) => plural('zh', count, { other: '查看全部 # 项发现' }),
    on: (outcome, date) => `${outcome}，${date}`,
    graduated: '连续七天流动性超过 2 万美元，每天 50 笔交易、2000 美元成交量。',
    by: {
      insider: (when) => `由发行代币或最初提供流动性的钱包取走，${when}`,
      venue: (when) => `由发行平台取走，${when}`,
      other: (when) => `由他人取走，${when}`,
    },
    decided: (date) => `观察于 ${date}。`,
  },
}

/** `⚑ Rugged: Left Sock`: the outcome or the gravest critical warning before a text. */
export function ledIn(language: Language, shown: ShownState, text: string): string {
  const lead = findLead(shown)
  if (lead === null) return text
  const t = leadWords[language]
  const label = 'outcome' in lead ? t.outcomes[lead.outcome] : scoreTerms[language].warnings[lead.warning]
  return `${leadSign(shown)}${label}${t.join}${text}`
}

/** `⚑ Rugged: Left Sock, scored 60.3 before launch`, of a launch with an outcome. */
export function ledBefore(
  language: Language,
  shown: ShownState,
  { subject, points }: Record<'subject' | 'points', string>,
) {
  const { comma, before } = leadWords[language]
  return `${ledIn(language, shown, subject)}${comma}${before(points)}`
}

/** `Rugged: 99.9% of the liquidity was taken out 1 day after launch.`; undefined: no outcome leads. */
export function tellIn(language: Language, state: LeadState): string | undefined {
  const lead = findLead(state)
  if (lead === null || !('outcome' in lead)) return undefined
  const t = leadWords[language]
  const story = state.story ?? { outcome: lead.outcome, cause: state.outcomeCause }
  return `${t.outcomes[lead.outcome]}${t.join}${tellOutcome(story, t.sentences)}${t.stop}`
}
