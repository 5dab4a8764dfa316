import type { Language } from '../../../contract/props/site.ts'
import type { CreatorHistory as History } from '../../../contract/schemas/ranking.ts'
import type { TokenReading } from '../../../contract/schemas/token-reading.ts'
import { capitalise, formatNumber, formatPercent, plural } from './formats.ts'
import { type Words, pickWords } from './language.ts'

type Read = Pick<TokenReading, 'contract' | 'market' | 'topShare' | 'lockedShare' | 'isContract'>

/** What a contract allows: its worst first, then what speaks for it. */
export interface ContractLine {
  tone: 'critical' | 'amber' | 'good'
  title: string
  note?: string
}

const en = {
  join: (one: string, other: string) => `${one}, and ${other}.`,
  contrast: (one: string, other: string) => `${one}, but ${other}.`,
  stop: '.',
  noContract: 'There is no contract at this address',
  clean: 'nothing dangerous stands in the contract',
  notExamined: 'what this contract allows isn’t known yet',
  honeypot: 'people who buy it can’t sell it',
  scam: 'it is listed as an airdrop scam',
  imitation: 'it imitates another token',
  cannotSellAll: 'holders can’t sell everything they have',
  cannotBuy: 'it can’t be bought at the moment',
  sellTax: (share: string) => `selling costs ${share} tax`,
  buyTax: (share: string) => `buying costs ${share} tax`,
  takes: 'the owner can take tokens',
  honeypots: { one: 'its creator made another honeypot', other: 'its creator made # other honeypots' },
  hidden: 'it has a hidden owner',
  closed: 'its source code isn’t published',
  mints: 'more tokens can be created',
  pauses: 'the owner can pause trading',
  blocks: 'the owner can block sellers',
  raises: 'the owner can raise the taxes',
  proxy: 'its code can be replaced',
  destroys: 'the contract can destroy itself',
  cooldown: 'traders must wait between trades',
  noneAlive: (all: string) => `none of the creator’s ${all} tokens is alive`,
  fewAlive: (alive: number, count: string, all: string) =>
    `only ${count} of the creator’s ${all} tokens ${alive === 1 ? 'is' : 'are'} alive`,
  mostAlive: (count: string, all: string) => `${count} of the creator’s ${all} tokens are alive`,
  thin: 'there is almost no money in its pools',
  unlocked: 'its liquidity isn’t locked',
  top: (share: string) => `its ten largest holders own ${share}`,
  lines: {
    honeypot: 'Buyers can’t sell',
    scam: 'Listed as an airdrop scam',
    imitation: 'Imitates another token',
    cannotSellAll: 'Holders can’t sell everything',
    cannotBuy: 'Can’t be bought at the moment',
    takes: 'Owner can take tokens',
    hidden: 'Hidden owner',
    pauses: 'Owner can pause trading',
    blocks: 'Owner can block sellers',
    raises: 'Owner can raise the taxes',
    mints: 'More tokens can be created',
    proxy: 'The code can be replaced',
    destroys: 'The contract can destroy itself',
    cooldown: 'Traders must wait between trades',
    closed: 'Source code isn’t published',
    highTax: 'High tax',
    sells: 'Anyone can sell right now',
    noTax: 'No tax',
    tax: 'Low tax',
    renounced: 'Owner gave up control',
    fixed: 'Nobody can create more tokens',
    open: 'Source code is published',
  },
  notes: {
    pauses: 'While paused, nobody can sell',
    closed: 'Most checks are impossible without it',
    sells: 'Selling isn’t blocked',
    nobody: 'Control was given up, so nobody can use it',
  },
  taxes: (buy: string, sell: string) => `Buy ${buy}, sell ${sell}`,
  now: (taxes: string) => `Now: ${taxes}`,
}

const verdictWords: Words<typeof en> = {
  en,
  es: {
    join: (one, other) => `${one}, ${/^h?i(?!e)/.test(other) ? 'e' : 'y'} ${other}.`,
    contrast: (one, other) => `${one}, pero ${other}.`,
    stop: '.',
    noContract: 'No hay ningún contrato en esta dirección',
    clean: 'el contrato no tiene nada peligroso',
    notExamined: 'aún no se sabe qué permite este contrato',
    honeypot: 'quien lo compra no puede venderlo',
    scam: 'figura como una estafa de airdrop',
    imitation: 'imita a otro token',
    cannotSellAll: 'los titulares no pueden vender todo lo que tienen',
    cannotBuy: 'ahora mismo no se puede comprar',
    sellTax: (share) => `vender cuesta un ${share} de impuesto`,
    buyTax: (share) => `comprar cuesta un ${share} de impuesto`,
    takes: 'el propietario puede quitar tokens',
    honeypots: { one: 'su creador hizo otro honeypot', other: 'su creador hizo otros # honeypots' },
    hidden: 'tiene un propietario oculto',
    closed: 'su código fuente no está publicado',
    mints: 'se pueden crear más tokens',
    pauses: 'el propietario puede pausar el comercio',
    blocks: 'el propietario puede bloquear a vendedores',
    raises: 'el propietario puede subir los impuestos',
    proxy: 'su código se puede sustituir',
    destroys: 'el contrato puede destruirse',
    cooldown: 'hay que esperar entre operaciones',
    noneAlive: (all) => `ninguno de los ${all} tokens del creador sigue vivo`,
    fewAlive: (alive, count, all) =>
      `solo ${count} de los ${all} tokens del creador ${alive === 1 ? 'sigue vivo' : 'siguen vivos'}`,
    mostAlive: (count, all) => `${count} de los ${all} tokens del creador siguen vivos`,
    thin: 'casi no hay dinero en sus pools',
    unlocked: 'su liquidez no está bloqueada',
    top: (share) => `sus diez mayores titulares tienen el ${share}`,
    lines: {
      honeypot: 'Quien compra no puede vender',
      scam: 'Figura como estafa de airdrop',
      imitation: 'Imita a otro token',
      cannotSellAll: 'No se puede vender todo',
      cannotBuy: 'Ahora no se puede comprar',
      takes: 'El propietario puede quitar tokens',
      hidden: 'Propietario oculto',
      pauses: 'El propietario puede pausar el comercio',
      blocks: 'El propietario puede bloquear a vendedores',
      raises: 'El propietario puede subir los impuestos',
      mints: 'Se pueden crear más tokens',
      proxy: 'El código se puede sustituir',
      destroys: 'El contrato puede destruirse',
      cooldown: 'Hay que esperar entre operaciones',
      closed: 'El código fuente no está publicado',
      highTax: 'Impuesto alto',
      sells: 'Ahora cualquiera puede vender',
      noTax: 'Sin impuestos',
      tax: 'Impuesto bajo',
      renounced: 'El propietario renunció al control',
      fixed: 'Nadie puede crear más tokens',
      open: 'El código fuente está publicado',
    },
    notes: {
      pauses: 'En pausa, nadie puede vender',
      closed: 'Sin él, casi nada se puede comprobar',
      sells: 'La venta no está bloqueada',
      nobody: 'Se renunció al control, así que nadie puede usarlo',
    },
    taxes: (buy, sell) => `Compra ${buy}, venta ${sell}`,
    now: (taxes) => `Ahora: ${taxes}`,
  },
  zh: {
    join: (one, other) => `${one}，且${other}。`,
    contrast: (one, other) => `${one}，但${other}。`,
    stop: '。',
    noContract: '此地址没有合约',
    clean: '合约中没有发现危险',
    notExamined: '尚不清楚此合约允许什么',
    honeypot: '买入后无法卖出',
    scam: '它被列为空投骗局',
    imitation: '它冒充另一个代币',
    cannotSellAll: '持有者无法全部卖出',
    cannotBuy: '目前无法买入',
    sellTax: (share) => `卖出税为 ${share}`,
    buyTax: (share) => `买入税为 ${share}`,
    takes: '所有者可以拿走代币',
    honeypots: { one: '其创建者还做过 # 个貔貅盘', other: '其创建者还做过 # 个貔貅盘' },
    hidden: '存在隐藏的所有者',
    closed: '源代码未公开',
    mints: '可以增发代币',
    pauses: '所有者可以暂停交易',
    blocks: '所有者可以禁止卖出',
    raises: '所有者可以提高税率',
    proxy: '代码可以被替换',
    destroys: '合约可以自毁',
    cooldown: '两次交易之间必须等待',
    noneAlive: (all) => `创建者的 ${all} 个代币无一存活`,
    fewAlive: (_alive, count, all) => `创建者的 ${all} 个代币中只有 ${count} 个仍存活`,
    mostAlive: (count, all) => `创建者的 ${all} 个代币中有 ${count} 个仍存活`,
    thin: '资金池里几乎没有资金',
    unlocked: '流动性未锁定',
    top: (share) => `前十大持有者占 ${share}`,
    lines: {
      honeypot: '买入者无法卖出',
      scam: '被列为空投骗局',
      imitation: '冒充另一个代币',
      cannotSellAll: '无法全部卖出',
      cannotBuy: '目前无法买入',
      takes: '所有者可以拿走代币',
      hidden: '隐藏的所有者',
      pauses: '所有者可以暂停交易',
      blocks: '所有者可以禁止卖出',
      raises: '所有者可以提高税率',
      mints: '可以增发代币',
      proxy: '代码可以被替换',
      destroys: '合约可以自毁',
      cooldown: '两次交易之间必须等待',
      closed: '源代码未公开',
      highTax: '高税率',
      sells: '目前任何人都能卖出',
      noTax: '无税',
      tax: '低税率',
      renounced: '所有者已放弃控制',
      fixed: '无法增发代币',
      open: '源代码已公开',
    },
    notes: {
      pauses: '暂停期间无人能卖出',
      closed: '没有源代码，大多数检查无法进行',
      sells: '卖出未被限制',
      nobody: '控制权已放弃，无人能使用',
    },
    taxes: (buy, sell) => `买入 ${buy}，卖出 ${sell}`,
    now: (taxes) => `当前：${taxes}`,
  },
}

/** From this share on, a tax is a reason not to buy. */
const highTax = 0.1
/** In US dollars. With less, holders can hardly sell. */
const thinDepth = 1000

/** At most two facts about a token, the worst first. null: nothing was read. */
export function tellToken(read: Read | null, history: History | null, language: Language): string | null {
  const t = pickWords(verdictWords, language)
  if (read?.isContract === false) return t.noContract + t.stop
  const contract = read?.contract ? listFaults(read.contract, language) : []
  const around = [...listHistoryFaults(history, language), ...listMarketFaults(read, language)]
  const [worst, second] = contract
  if (worst !== undefined) {
    const isFatal = read?.contract?.isHoneypot === true || read?.contract?.cannotSellAll === true
    const other = isFatal ? (second ?? around[0]) : (around[0] ?? second)
    return other === undefined ? capitalise(worst) + t.stop : capitalise(t.join(worst, other))
  }
  const [first, next] = around
  if (read?.contract) {
    if (first !== undefined) return capitalise(t.contrast(t.clean, first))
    const praise = praiseHistory(history, language)
    return capitalise(praise === null ? t.clean + t.stop : t.join(t.clean, praise))
  }
  if (first !== undefined) return capitalise(next === undefined ? first + t.stop : t.join(first, next))
  return read === null ? null : capitalise(t.notExamined) + t.stop
}

type Contract = NonNullable<TokenReading['contract']>

const toShare = (fraction: number, language: Language) => formatPercent(fraction, language)

/** The worst first. Rights that nobody can use any more don't count. */
function listFaults(contract: Contract, language: Language): string[] {
  const t = pickWords(verdictWords, language)
  const { buyTax, sellTax, creatorHoneypots } = contract
  const isOwned = contract.isRenounced !== true
  const honeypots = creatorHoneypots ?? 0
  const faults: [boolean | null, string][] = [
    [contract.isHoneypot, t.honeypot],
    [contract.isScam, t.scam],
    [contract.imitatesToken, t.imitation],
    [contract.cannotSellAll, t.cannotSellAll],
    [contract.ownerCanChangeBalances && isOwned, t.takes],
    [(sellTax ?? 0) > highTax, t.sellTax(toShare(sellTax ?? 0, language))],
    [(buyTax ?? 0) > highTax, t.buyTax(toShare(buyTax ?? 0, language))],
    [honeypots > 0, plural(language, honeypots, t.honeypots)],
    [contract.hasHiddenOwner, t.hidden],
    [contract.ownerCanPauseTransfers && isOwned, t.pauses],
    [contract.ownerCanBlockHolders && isOwned, t.blocks],
    [contract.isOpenSource === false, t.closed],
    [contract.isMintable && isOwned, t.mints],
    [contract.ownerCanChangeTaxes && isOwned, t.raises],
    [contract.isProxy, t.proxy],
    [contract.canSelfDestruct, t.destroys],
    [contract.cannotBuy, t.cannotBuy],
    [contract.hasCooldown, t.cooldown],
  ]
  return faults.flatMap(([applies, words]) => (applies === true ? [words] : []))
}

function listMarketFaults(read: Read | null, language: Language): string[] {
  const t = pickWords(verdictWords, language)
  const { market = null, topShare = null, lockedShare = null } = read ?? {}
  return [
    ...(market?.depth != null && market.depth < thinDepth ? [t.thin] : []),
    ...(topShare !== null && topShare > 0.5 ? [t.top(toShare(topShare, language))] : []),
    ...(lockedShare !== null && lockedShare < 0.01 ? [t.unlocked] : []),
  ]
}

/** With fewer launches, the share of live ones says nothing. */
const leastLaunches = 3

/** After 7 days, if enough launches are that old. */
function countFates(history: History | null): { known: number; alive: number } {
  if (history === null || history.isRelayer) return { known: 0, alive: 0 }
  const { known, alive, knownFrom7Days, aliveFrom7Days } = history
  return knownFrom7Days >= leastLaunches ? { known: knownFrom7Days, alive: aliveFrom7Days } : { known, alive }
}

function listHistoryFaults(history: History | null, language: Language): string[] {
  const t = pickWords(verdictWords, language)
  const { known, alive } = countFates(history)
  if (known < leastLaunches) return []
  const [count, all] = [formatNumber(alive, language), formatNumber(known, language)]
  if (alive === 0) return [t.noneAlive(all)]
  return alive / known < 0.3 ? [t.fewAlive(alive, count, all)] : []
}

function praiseHistory(history: History | null, language: Language): string | null {
  const t = pickWords(verdictWords, language)
  const { known, alive } = countFates(history)
  return known >= leastLaunches && alive / known >= 0.5
    ? t.mostAlive(formatNumber(alive, language), formatNumber(known, language))
    : null
}

/** What the contract can do, for a list. */
export function listContract(contract: Contract, language: Language): ContractLine[] {
  const t = pickWords(verdictWords, language)
  const { lines, notes } = t
  const { buyTax, sellTax, isRenounced } = contract
  const taxes =
    buyTax === null || sellTax === null ? null : t.taxes(toShare(buyTax, language), toShare(sellTax, language))
  const highest = Math.max(buyTax ?? 0, sellTax ?? 0)
  const line = (
    applies: boolean | null,
    tone: ContractLine['tone'],
    title: string,
    noted?: string | null,
  ): ContractLine[] => (applies === true ? [{ tone, title, ...(noted && { note: noted }) }] : [])
  /** A right of an owner, if there is one. */
  const right = (applies: boolean | null, tone: ContractLine['tone'], title: string, noted?: string | null) =>
    line(applies, isRenounced === true ? 'good' : tone, title, isRenounced === true ? notes.nobody : noted)
  const sells = contract.isHoneypot === false && contract.cannotSellAll !== true
  return [
    ...line(contract.isHoneypot, 'critical', lines.honeypot),
    ...line(contract.isScam, 'critical', lines.scam),
    ...line(contract.imitatesToken, 'critical', lines.imitation),
    ...line(contract.cannotSellAll, 'critical', lines.cannotSellAll),
    ...line(contract.ownerCanChangeBalances === true && isRenounced !== true, 'critical', lines.takes),
    ...line(highest > highTax, 'amber', lines.highTax, taxes),
    ...line(contract.hasHiddenOwner, 'amber', lines.hidden),
    ...right(contract.ownerCanPauseTransfers, 'amber', lines.pauses, notes.pauses),
    ...right(contract.ownerCanBlockHolders, 'amber', lines.blocks),
    ...right(contract.ownerCanChangeTaxes, 'amber', lines.raises, taxes && t.now(taxes)),
    ...right(contract.isMintable, 'amber', lines.mints),
    ...line(contract.isProxy, 'amber', lines.proxy),
    ...line(contract.canSelfDestruct, 'amber', lines.destroys),
    ...line(contract.cannotBuy, 'amber', lines.cannotBuy),
    ...line(contract.hasCooldown, 'amber', lines.cooldown),
    ...line(contract.isOpenSource === false, 'amber', lines.closed, notes.closed),
    ...line(sells, 'good', lines.sells, notes.sells),
    ...line(taxes !== null && highest === 0, 'good', lines.noTax, taxes),
    ...line(taxes !== null && highest > 0 && highest <= highTax, 'good', lines.tax, taxes),
    ...line(isRenounced, 'good', lines.renounced),
    ...line(contract.isMintable === false, 'good', lines.fixed),
    ...line(contract.isOpenSource, 'good', lines.open),
  ]
}
