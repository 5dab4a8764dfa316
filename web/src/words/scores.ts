import type { Words } from './language.ts'

const en = {
  bands: { green: 'Green', amber: 'Amber', red: 'Red' },
  preliminary: 'Preliminary',
  criticalRisk: 'Critical risk',
  /** At most 24 letters: for chips. */
  warnings: {
    honeypot: 'Honeypot',
    cannot_sell: 'Cannot be sold',
    confiscatory_tax: 'Confiscatory tax',
    owner_can_take_tokens: 'Owner can take tokens',
    owner_can_seize: 'Owner can take tokens',
    listed_deployer: 'Listed deployer',
    owner_can_block_sales: 'Owner can block sellers',
    owner_can_pause_trading: 'Owner can pause trading',
    unknown_tax: 'Unknown tax',
    name_mismatch: 'Name mismatch',
    not_examined: 'Not examined',
    copycat: 'Copycat',
    instruction_attempt: 'Instruction attempt',
  },
  outcomes: { graduated: 'Graduated', alive: 'Alive', dead: 'Dead', rugged: 'Rugged', unknown: 'Unknown' },
  /** On a result whose creator's wallet signed nothing. */
  unsigned: 'unsigned',
  /** For screen readers, before a warning's label. */
  warning: 'Warning:',
  /** In place of a signal's number. */
  notMeasured: 'Not measured yet',
  outOf100: 'out of 100',
  higherIsBetter: 'higher is better',
}

/** The product's own terms, which every page uses. */
export const scoreTerms: Words<typeof en> = {
  en,
  es: {
    bands: { green: 'Verde', amber: 'Ámbar', red: 'Rojo' },
    preliminary: 'Provisional',
    criticalRisk: 'Riesgo crítico',
    warnings: {
      honeypot: 'Honeypot',
      cannot_sell: 'No se puede vender',
      confiscatory_tax: 'Tasa confiscatoria',
      owner_can_take_tokens: 'Pueden quitar tokens',
      owner_can_seize: 'Pueden quitar tokens',
      listed_deployer: 'Creador denunciado',
      owner_can_block_sales: 'Pueden bloquear ventas',
      owner_can_pause_trading: 'Pueden pausar ventas',
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
    warnings: {
      honeypot: '貔貅盘',
      cannot_sell: '无法卖出',
      confiscatory_tax: '税率过高',
      owner_can_take_tokens: '所有者可拿走代币',
      owner_can_seize: '所有者可拿走代币',
      listed_deployer: '部署者遭举报',
      owner_can_block_sales: '所有者可禁止卖出',
      owner_can_pause_trading: '所有者可暂停交易',
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
