import type { Outcome } from '../../../contract/launch-outcome.ts'
import type { Band, WarningCode } from '../../../contract/schemas/score.ts'
import type { Words } from './language.ts'

interface ScoreTerms {
  bands: Record<Band, string>
  preliminary: string
  criticalRisk: string
  criticalCount: (count: string) => string
  /** At most 20 letters: for chips. */
  warnings: Record<WarningCode, string>
  outcomes: Record<Outcome, string>
  /** On a result whose creator's wallet signed nothing. */
  unsigned: string
  /** For screen readers, before a warning's label. */
  warning: string
  /** In place of a signal's number. */
  notMeasured: string
  outOf100: string
  higherIsBetter: string
}

/** The product's own terms, which every page uses. */
export const scoreTerms: Words<ScoreTerms> = {
  en: {
    bands: { green: 'Green', amber: 'Amber', red: 'Red' },
    preliminary: 'Preliminary',
    criticalRisk: 'Critical risk',
    criticalCount: (count) => `${count} critical`,
    warnings: {
      honeypot: 'Honeypot',
      cannot_sell: 'Cannot be sold',
      confiscatory_tax: 'Confiscatory tax',
      owner_can_take_tokens: 'Owner can take',
      owner_can_seize: 'Owner can seize',
      listed_deployer: 'Listed deployer',
      owner_can_block_sales: 'Can block sales',
      owner_can_pause_trading: 'Can pause trading',
      unknown_tax: 'Unknown tax',
      name_mismatch: 'Name mismatch',
      not_examined: 'Not examined',
      copycat: 'Copycat',
      instruction_attempt: 'Instruction attempt',
    },
    outcomes: { graduated: 'Graduated', alive: 'Alive', dead: 'Dead', rugged: 'Rugged', unknown: 'Unknown' },
    unsigned: 'unsigned',
    warning: 'Warning:',
    notMeasured: 'Not measured yet',
    outOf100: 'out of 100',
    higherIsBetter: 'higher is better',
  },
  es: {
    bands: { green: 'Verde', amber: 'Ámbar', red: 'Rojo' },
    preliminary: 'Provisional',
    criticalRisk: 'Riesgo crítico',
    criticalCount: (count) => `${count} con riesgo crítico`,
    warnings: {
      honeypot: 'Honeypot',
      cannot_sell: 'No se puede vender',
      confiscatory_tax: 'Tasa confiscatoria',
      owner_can_take_tokens: 'Pueden quitarlo',
      owner_can_seize: 'Pueden incautarlo',
      listed_deployer: 'Creador denunciado',
      owner_can_block_sales: 'Ventas bloqueables',
      owner_can_pause_trading: 'Pausa posible',
      unknown_tax: 'Tasa desconocida',
      name_mismatch: 'Otro nombre',
      not_examined: 'Sin examinar',
      copycat: 'Copia',
      instruction_attempt: 'Intento de instruir',
    },
    outcomes: { graduated: 'Graduado', alive: 'Vivo', dead: 'Muerto', rugged: 'Vaciado', unknown: 'Desconocido' },
    unsigned: 'sin firmar',
    warning: 'Advertencia:',
    notMeasured: 'Sin medir todavía',
    outOf100: 'de 100',
    higherIsBetter: 'cuanto más alto, mejor',
  },
  zh: {
    bands: { green: '绿色', amber: '黄色', red: '红色' },
    preliminary: '初步',
    criticalRisk: '严重风险',
    criticalCount: (count) => `${count} 个严重风险`,
    warnings: {
      honeypot: '貔貅盘',
      cannot_sell: '无法卖出',
      confiscatory_tax: '税率过高',
      owner_can_take_tokens: '可被拿走',
      owner_can_seize: '可被没收',
      listed_deployer: '部署者遭举报',
      owner_can_block_sales: '可禁止卖出',
      owner_can_pause_trading: '可暂停交易',
      unknown_tax: '税率未知',
      name_mismatch: '名称不符',
      not_examined: '尚未检查',
      copycat: '抄袭',
      instruction_attempt: '试图操纵评审',
    },
    outcomes: { graduated: '毕业', alive: '存活', dead: '死亡', rugged: '被抽走流动性', unknown: '未知' },
    unsigned: '未签名',
    warning: '警告：',
    notMeasured: '尚未测量',
    outOf100: '满分 100',
    higherIsBetter: '越高越好',
  },
}
