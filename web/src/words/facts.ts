import { findChainName } from '../../../contract/chains.ts'
import { type FactWords, type Values, findingWords, list, number } from './findings.ts'
import { formatDate, formatList, formatNumber, plural, shortenHex } from './formats.ts'
import type { Words } from './language.ts'

type Language = Parameters<typeof formatNumber>[1]

const text = (value: Values[string] | undefined): string => String(value ?? '')

/** `812` days: from a year on, in years. */
function age(value: Values[string] | undefined, language: Language): string {
  const days = number(value)
  const [amount, unit] = days < 365 ? [days, 'day'] : [days / 365.25, 'year']
  return formatNumber(amount, language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
}

/** `5.5` of a hundred. */
const share = (value: Values[string] | undefined, language: Language): string =>
  formatNumber(number(value) / 100, language, { style: 'percent', maximumFractionDigits: 1 })

/** The words for codes. A code without words is shown as it is. */
const named = (codes: Values[string] | undefined, words: Record<string, string>, language: Language): string =>
  formatList(
    list(codes).map((code) => words[code] ?? code.replaceAll('_', ' ')),
    language,
  )

const since: Record<Language, string> = { en: 'since', es: 'desde', zh: '自' }

/** `8453:2026-09-01:2026-11-28`: the chain, and since when its launchpads are read. */
function spans(value: Values[string] | undefined, language: Language): string {
  const named = list(value).map((span) => {
    const [chain = '', from = ''] = span.split(':')
    return `${findChainName(Number(chain))} (${since[language]} ${formatDate(from, language)})`
  })
  return formatList(named, language)
}

/** `market:8453` */
const gaps = (value: Values[string] | undefined, words: Record<string, string>, language: Language): string =>
  formatList(
    list(value).map((gap) => {
      const [what = '', chain = ''] = gap.split(':')
      return `${words[what] ?? what} (${findChainName(Number(chain))})`
    }),
    language,
  )

/** `Clanker: 10`; `self: 2` are those that the wallet itself deployed. */
const launchpads = (value: Values[string] | undefined, self: string, language: Language): string =>
  formatList(
    list(value).map((one) => one.replace(/^self: /, `${self}: `)),
    language,
  )

const en: FactWords = {
  ...findingWords.en,
  judged_copycat: () => 'Called a copy of another launch by the judge',
  bot_bait: () => 'Written for bots, not for people',
  instruction_attempt: () => 'Tries to tell the judge what to do',
  lowered: ({ asWritten: from, covered: to }) =>
    `Judged at ${number(to)} instead of ${number(from)} without the words that could name or order a grade`,
  not_configured: () => 'Not measured in this deployment',
  test_key: () => 'Not measured: made with a test key',
  age: ({ days }) => age(days, 'en'),
  wallet_age: ({ days }) => `Wallet is ${age(days, 'en')} old`,
  wallet_age_unknown: () => 'Wallet age unknown',
  no_history: () => 'No transactions on this chain yet',
  transactions: ({ count: n }) => plural('en', number(n), { one: '# transaction sent', other: '# transactions sent' }),
  transactions_unknown: () => 'Number of transactions unknown',
  launches: ({ tokens: n, recent }) =>
    `${plural('en', number(n), { one: '# earlier token', other: '# earlier tokens' })}, ${number(recent)} in the last 7 days`,
  launches_at_least: ({ tokens: n, recent }) =>
    `At least ${plural('en', number(n), { one: '# earlier token', other: '# earlier tokens' })}, ${number(recent)} in the last 7 days`,
  no_launches: () => 'No earlier tokens',
  no_recent_launches: () => 'No tokens among its newest transactions',
  no_read_launches: () => 'No tokens among the transactions that could be read',
  transactions_unread: ({ count: n }) =>
    plural('en', number(n), { one: '# transaction could not be read', other: '# transactions could not be read' }),
  named_wallet: ({ wallet }) => `Another wallet deployed the contract: ${short(wallet)}`,
  unsigned: () => 'Nobody has signed with this wallet',
  honeypots: ({ count: n }) => `${formatNumber(number(n), 'en')} honeypots or malicious contracts on record`,
  listed: ({ offences, source }) => `Listed for ${named(offences, offencesEn, 'en')} (${text(source)})`,
  contract_abuse: ({ offences, source }) =>
    `Listed as a contract for ${named(offences, offencesEn, 'en')} (${text(source)})`,
  honeypot_related: () => 'Linked to a honeypot or scam token',
  suspected: ({ source }) => `Under suspicion, not confirmed (${text(source)})`,
  mixer: () => 'Listed as a mixer address',
  no_entry: ({ source, date }) => `No honeypot or scam on record (${text(source)}, ${formatDate(text(date), 'en')})`,
  no_other_entry: ({ source }) => `No other entry on record (${text(source)})`,
  clean_token: ({ source }) => `This token isn’t a honeypot, says ${text(source)}`,
  clean_prior_token: ({ source }) => `Its newest earlier token isn’t a honeypot, says ${text(source)}`,
  unclear_token: ({ source }) => `${text(source)} can’t tell whether this token is a honeypot`,
  unclear_prior_token: ({ source }) => `${text(source)} can’t tell whether its newest earlier token is a honeypot`,
  no_token_record: ({ source }) => `${text(source)} has no record of a token by this wallet`,
  no_contract: () => 'No contract to check yet',
  no_record: ({ source }) => `${text(source)} has no record of this contract yet`,
  contract_clean: ({ source }) => `Contract checks found nothing (${text(source)})`,
  renounced: () => 'Ownership was given up, so the owner’s rights count half',
  not_creator: ({ source }) => `${text(source)} doesn’t name this wallet as the token’s creator`,
  honeypot: () => 'Honeypot: buyers can’t sell',
  airdrop_scam: () => 'Airdrop scam',
  untrue_token: () => 'Not the token it claims to be',
  imitation: () => 'Imitates another token',
  gas_abuse: () => 'Spends its users’ gas for its own purposes',
  cannot_sell_all: () => 'Holders can’t sell their whole balance',
  creator_honeypots: ({ count: n }) =>
    plural('en', number(n), { one: '# honeypot by its creator', other: '# honeypots by its creator' }),
  closed_source: () => 'Source code isn’t published, so most checks are impossible',
  name_mismatch: () => 'Contract is reported under another name or ticker',
  proxy: () => 'Proxy: the code behind it can be replaced',
  owner_can_change_balances: () => 'Owner can change balances',
  hidden_owner: () => 'Hidden owner',
  ownership_can_return: () => 'Ownership can be taken back',
  can_self_destruct: () => 'Contract can destroy itself',
  owner_can_set_personal_taxes: () => 'Owner can set taxes for individual holders',
  owner_can_change_taxes: () => 'Owner can change taxes',
  mintable: () => 'Owner can create more tokens',
  owner_can_pause_transfers: () => 'Owner can stop transfers',
  owner_can_block_holders: () => 'Owner can block holders',
  cannot_buy: () => 'Can’t be bought',
  cooldown: () => 'Traders must wait between trades',
  owner_can_change_limits: () => 'Owner can change trading limits',
  calls_externally: () => 'Calls other contracts',
  sell_tax: ({ percent: tax }) => `Selling costs ${share(tax, 'en')} tax`,
  buy_tax: ({ percent: tax }) => `Buying costs ${share(tax, 'en')} tax`,
  transfer_tax: ({ percent: tax }) => `A transfer costs ${share(tax, 'en')} tax`,
  insider: ({ percent: part }) => `Creator or owner holds ${share(part, 'en')}`,
  namesakes: ({ count: n, isAtLeast, chain, since }) =>
    `${isAtLeast ? 'At least ' : ''}${plural('en', number(n), { one: '# older token has', other: '# older tokens have' })} this ticker and over $10,000 of liquidity, the oldest on ${text(chain)} since ${formatDate(text(since), 'en')}`,
  namesakes_unread: () => 'The market wasn’t searched for older tokens with this ticker.',
  unknown_tax: ({ taxes }) => `Not known: ${named(taxes, unknownEn, 'en')}`,
  unknown: ({ codes }) => `Not known: ${named(codes, unknownEn, 'en')}`,
  launches_unseen: () => 'Launches through launchpads, on other chains or by other wallets may be missing.',
  launches_through: ({ month, launchpads: through }) =>
    `${launchpads(through, 'deployed by itself', 'en')}; ${number(month)} in the last 30 days`,
  launches_alive: ({ known: n, alive: living, date }) =>
    `${number(living)} of ${number(n)} known launches alive (${formatDate(text(date), 'en')})`,
  launches_none_alive: ({ known: n, days }) => `None of ${number(n)} launches alive after ${number(days)} days or more`,
  launches_burst: ({ count: n, days }) => `${number(n)} launches within ${number(days)} days`,
  launches_not_looked_at: ({ count: n }) =>
    plural('en', number(n), {
      one: 'What became of # launch isn’t known.',
      other: 'What became of # launches isn’t known.',
    }),
  relayer: ({ launched: n }) =>
    `Launches for others: its ${formatNumber(number(n), 'en')} launches don’t count as its own`,
  launchpads_read: ({ chains }) => `Launchpads were read on ${spans(chains, 'en')}; other launches aren’t counted.`,
  history_gaps: ({ gaps: given }) => `Not looked at: ${gaps(given, gapsEn, 'en')}.`,
  lists_partial: ({ source }) => `${text(source)} answered only in part.`,
  lists_not_asked: () => 'Address lists weren’t checked.',
  platform_tax: ({ launchpad, buy, sell }) =>
    `${text(launchpad)} takes ${share(Math.max(number(buy), number(sell)), 'en')} of trades itself: not the creator’s tax`,
  native_token: ({ kind }) => `A ${text(kind)} token, run by the chain itself: the owner’s rights are roles`,
  native_clean: () => 'Nobody can mint, pause, block or take tokens, or give anyone such a role',
  native_partial: () => 'Only part of the token’s history could be read, so roles may be missing.',
  native_unread: ({ kind }) => `A ${text(kind)} token, whose roles weren’t looked at`,
  token_partial: ({ source }) => `${text(source)} has only part of its data yet.`,
  no_lists: ({ source }) => `Address lists weren’t checked: ${text(source)} has none.`,
  no_proof: () => 'No entry isn’t proof of a clean past.',
  deployer_only: () => 'This only reflects what’s listed about the deployer.',
}

const gapsEn: Record<string, string> = {
  launches: 'launchpads',
  market: 'markets',
  market_failed: 'markets, whose provider didn’t answer',
}

const unknownEn: Record<string, string> = {
  buy_tax: 'the tax on buying',
  sell_tax: 'the tax on selling',
  honeypot: 'whether it can be sold',
  owner_can_change_balances: 'balance changes',
  hidden_owner: 'a hidden owner',
  ownership_can_return: 'ownership taken back',
  mintable: 'more tokens',
  owner_can_pause_transfers: 'stopped transfers',
  owner_can_block_holders: 'blocked holders',
  owner_can_change_taxes: 'tax changes',
}

const es: FactWords = {
  ...findingWords.es,
  judged_copycat: () => 'El juez la considera copia de otro lanzamiento',
  bot_bait: () => 'Escrita para bots, no para personas',
  instruction_attempt: () => 'Intenta dar órdenes al juez',
  lowered: ({ asWritten: from, covered: to }) =>
    `Recibe ${number(to)} en vez de ${number(from)} sin las palabras que podrían nombrar u ordenar una nota`,
  not_configured: () => 'No se mide en este sitio',
  test_key: () => 'Sin medir: hecha con una clave de prueba',
  age: ({ days }) => age(days, 'es'),
  wallet_age: ({ days }) => `La billetera tiene ${age(days, 'es')}`,
  wallet_age_unknown: () => 'Antigüedad de la billetera desconocida',
  no_history: () => 'Sin transacciones en esta cadena',
  transactions: ({ count: n }) =>
    plural('es', number(n), { one: '# transacción enviada', other: '# transacciones enviadas' }),
  transactions_unknown: () => 'Número de transacciones desconocido',
  launches: ({ tokens: n, recent }) =>
    `${plural('es', number(n), { one: '# token anterior', other: '# tokens anteriores' })}, ${number(recent)} en los últimos 7 días`,
  launches_at_least: ({ tokens: n, recent }) =>
    `Al menos ${plural('es', number(n), { one: '# token anterior', other: '# tokens anteriores' })}, ${number(recent)} en los últimos 7 días`,
  no_launches: () => 'Ningún token anterior',
  no_recent_launches: () => 'Ningún token entre sus transacciones más recientes',
  no_read_launches: () => 'Ningún token entre las transacciones que se pudieron leer',
  transactions_unread: ({ count: n }) =>
    plural('es', number(n), { one: 'No se pudo leer # transacción', other: 'No se pudieron leer # transacciones' }),
  named_wallet: ({ wallet }) => `Otra billetera desplegó el contrato: ${short(wallet)}`,
  unsigned: () => 'Nadie ha firmado con esta billetera',
  honeypots: ({ count: n }) => `${formatNumber(number(n), 'es')} honeypots o contratos maliciosos registrados`,
  listed: ({ offences, source }) => `Figura en listas por ${named(offences, offencesEs, 'es')} (${text(source)})`,
  contract_abuse: ({ offences, source }) =>
    `Figura como contrato por ${named(offences, offencesEs, 'es')} (${text(source)})`,
  honeypot_related: () => 'Vinculada a un honeypot o token fraudulento',
  suspected: ({ source }) => `Bajo sospecha, sin confirmar (${text(source)})`,
  mixer: () => 'Figura como dirección de un mezclador',
  no_entry: ({ source, date }) =>
    `Ningún honeypot ni fraude registrado (${text(source)}, ${formatDate(text(date), 'es')})`,
  no_other_entry: ({ source }) => `Ningún otro registro (${text(source)})`,
  clean_token: ({ source }) => `Este token no es un honeypot, según ${text(source)}`,
  clean_prior_token: ({ source }) => `Su último token anterior no es un honeypot, según ${text(source)}`,
  unclear_token: ({ source }) => `${text(source)} no sabe si este token es un honeypot`,
  unclear_prior_token: ({ source }) => `${text(source)} no sabe si su último token anterior es un honeypot`,
  no_token_record: ({ source }) => `${text(source)} no tiene registrado ningún token de esta billetera`,
  no_contract: () => 'Todavía no hay contrato que revisar',
  no_record: ({ source }) => `${text(source)} aún no tiene datos de este contrato`,
  contract_clean: ({ source }) => `La revisión del contrato no encontró nada (${text(source)})`,
  renounced: () => 'Se renunció a la propiedad: los derechos del dueño cuentan la mitad',
  not_creator: ({ source }) => `${text(source)} no nombra a esta billetera como creadora del token`,
  honeypot: () => 'Honeypot: quien compra no puede vender',
  airdrop_scam: () => 'Fraude de airdrop',
  untrue_token: () => 'No es el token que dice ser',
  imitation: () => 'Imita a otro token',
  gas_abuse: () => 'Gasta el gas de sus usuarios en su propio beneficio',
  cannot_sell_all: () => 'No se puede vender todo el saldo',
  creator_honeypots: ({ count: n }) =>
    plural('es', number(n), { one: '# honeypot de su creador', other: '# honeypots de su creador' }),
  closed_source: () => 'El código no está publicado: casi nada se puede revisar',
  name_mismatch: () => 'El contrato figura con otro nombre o ticker',
  proxy: () => 'Proxy: el código que hay detrás se puede cambiar',
  owner_can_change_balances: () => 'El dueño puede cambiar saldos',
  hidden_owner: () => 'Dueño oculto',
  ownership_can_return: () => 'La propiedad se puede recuperar',
  can_self_destruct: () => 'El contrato se puede destruir a sí mismo',
  owner_can_set_personal_taxes: () => 'El dueño puede fijar tasas a cada titular',
  owner_can_change_taxes: () => 'El dueño puede cambiar las tasas',
  mintable: () => 'El dueño puede crear más tokens',
  owner_can_pause_transfers: () => 'El dueño puede detener las transferencias',
  owner_can_block_holders: () => 'El dueño puede bloquear a titulares',
  cannot_buy: () => 'No se puede comprar',
  cooldown: () => 'Hay que esperar entre operaciones',
  owner_can_change_limits: () => 'El dueño puede cambiar los límites de operación',
  calls_externally: () => 'Llama a otros contratos',
  sell_tax: ({ percent: tax }) => `Vender cuesta una tasa del ${share(tax, 'es')}`,
  buy_tax: ({ percent: tax }) => `Comprar cuesta una tasa del ${share(tax, 'es')}`,
  transfer_tax: ({ percent: tax }) => `Transferir cuesta una tasa del ${share(tax, 'es')}`,
  insider: ({ percent: part }) => `El creador o el dueño tiene el ${share(part, 'es')}`,
  unknown_tax: ({ taxes }) => `Se desconoce: ${named(taxes, unknownEs, 'es')}`,
  unknown: ({ codes }) => `Se desconoce: ${named(codes, unknownEs, 'es')}`,
  launches_unseen: () => 'Pueden faltar lanzamientos en launchpads, en otras cadenas o con otras billeteras.',
  launches_through: ({ month, launchpads: through }) =>
    `${launchpads(through, 'desplegados por sí misma', 'es')}; ${number(month)} en los últimos 30 días`,
  launches_alive: ({ known: n, alive: living, date }) =>
    `${number(living)} de ${number(n)} lanzamientos conocidos siguen vivos (${formatDate(text(date), 'es')})`,
  launches_none_alive: ({ known: n, days }) =>
    `Ninguno de ${number(n)} lanzamientos sigue vivo tras ${number(days)} días o más`,
  launches_burst: ({ count: n, days }) => `${number(n)} lanzamientos en ${number(days)} días`,
  launches_not_looked_at: ({ count: n }) =>
    plural('es', number(n), {
      one: 'No se sabe qué fue de # lanzamiento.',
      other: 'No se sabe qué fue de # lanzamientos.',
    }),
  relayer: ({ launched: n }) =>
    `Lanza para otros: sus ${formatNumber(number(n), 'es')} lanzamientos no cuentan como propios`,
  launchpads_read: ({ chains }) =>
    `Se leyeron los launchpads de ${spans(chains, 'es')}; otros lanzamientos no se cuentan.`,
  history_gaps: ({ gaps: given }) => `Sin consultar: ${gaps(given, gapsEs, 'es')}.`,
  lists_partial: ({ source }) => `${text(source)} respondió solo en parte.`,
  lists_not_asked: () => 'No se consultaron las listas de direcciones.',
  namesakes: ({ count: n, isAtLeast, chain, since }) =>
    `${isAtLeast ? 'Al menos ' : ''}${plural('es', number(n), { one: '# token anterior tiene', other: '# tokens anteriores tienen' })} este ticker y más de 10.000 $ de liquidez; el más antiguo, en ${text(chain)} desde el ${formatDate(text(since), 'es')}`,
  namesakes_unread: () => 'No se buscaron en el mercado tokens anteriores con este ticker.',
  platform_tax: ({ launchpad, buy, sell }) =>
    `${text(launchpad)} se queda el ${share(Math.max(number(buy), number(sell)), 'es')} de cada operación: no es impuesto del creador`,
  native_token: ({ kind }) => `Token ${text(kind)}, de la propia cadena: los derechos del dueño son roles`,
  native_clean: () => 'Nadie puede crear, pausar, bloquear ni quitar tokens, ni dar a nadie un rol para hacerlo',
  native_partial: () => 'Solo se pudo leer parte del historial del token: puede haber más roles.',
  native_unread: ({ kind }) => `Token ${text(kind)}, cuyos roles no se han mirado`,
  token_partial: ({ source }) => `${text(source)} aún tiene solo parte de los datos.`,
  no_lists: ({ source }) => `No se consultaron listas de direcciones: ${text(source)} no tiene.`,
  no_proof: () => 'Que no haya registros no prueba un pasado limpio.',
  deployer_only: () => 'Solo refleja lo que hay registrado sobre quien lo despliega.',
}

const gapsEs: Record<string, string> = {
  launches: 'launchpads',
  market: 'mercados',
  market_failed: 'mercados, cuyo proveedor no respondió',
}

const unknownEs: Record<string, string> = {
  buy_tax: 'la tasa de compra',
  sell_tax: 'la tasa de venta',
  honeypot: 'si se puede vender',
  owner_can_change_balances: 'cambios de saldo',
  hidden_owner: 'dueño oculto',
  ownership_can_return: 'recuperación de la propiedad',
  mintable: 'creación de tokens',
  owner_can_pause_transfers: 'transferencias detenidas',
  owner_can_block_holders: 'titulares bloqueados',
  owner_can_change_taxes: 'cambios de tasas',
}

const zh: FactWords = {
  ...findingWords.zh,
  judged_copycat: () => '评审认为它抄袭其他发行',
  bot_bait: () => '写给机器人而不是给人看',
  instruction_attempt: () => '试图指挥评审',
  lowered: ({ asWritten: from, covered: to }) =>
    `去掉可能指定或要求分数的文字后，评分为 ${number(to)}，而不是 ${number(from)}`,
  not_configured: () => '此处不测量',
  test_key: () => '未测量：使用测试密钥',
  age: ({ days }) => age(days, 'zh'),
  wallet_age: ({ days }) => `钱包已有 ${age(days, 'zh')}`,
  wallet_age_unknown: () => '钱包年龄未知',
  no_history: () => '在此链上还没有交易',
  transactions: ({ count: n }) => `已发送 ${formatNumber(number(n), 'zh')} 笔交易`,
  transactions_unknown: () => '交易数量未知',
  launches: ({ tokens: n, recent }) => `以前发行过 ${number(n)} 个代币，最近 7 天 ${number(recent)} 个`,
  launches_at_least: ({ tokens: n, recent }) => `以前至少发行过 ${number(n)} 个代币，最近 7 天 ${number(recent)} 个`,
  no_launches: () => '以前没有发行过代币',
  no_recent_launches: () => '最近的交易中没有发行代币',
  no_read_launches: () => '在可读取的交易中没有发行代币',
  transactions_unread: ({ count: n }) => `有 ${formatNumber(number(n), 'zh')} 笔交易无法读取`,
  named_wallet: ({ wallet }) => `合约由另一个钱包部署：${short(wallet)}`,
  unsigned: () => '没有人用此钱包签名',
  honeypots: ({ count: n }) => `记录在案的貔貅盘或恶意合约：${number(n)} 个`,
  listed: ({ offences, source }) => `因 ${named(offences, offencesZh, 'zh')} 被列入名单（${text(source)}）`,
  contract_abuse: ({ offences, source }) => `合约因 ${named(offences, offencesZh, 'zh')} 被列入名单（${text(source)}）`,
  honeypot_related: () => '与貔貅盘或诈骗代币有关联',
  suspected: ({ source }) => `有嫌疑，未经证实（${text(source)}）`,
  mixer: () => '被列为混币器地址',
  no_entry: ({ source, date }) => `没有貔貅盘或诈骗记录（${text(source)}，${formatDate(text(date), 'zh')}）`,
  no_other_entry: ({ source }) => `没有其他记录（${text(source)}）`,
  clean_token: ({ source }) => `${text(source)}：此代币不是貔貅盘`,
  clean_prior_token: ({ source }) => `${text(source)}：它上一个代币不是貔貅盘`,
  unclear_token: ({ source }) => `${text(source)} 无法判断此代币是否为貔貅盘`,
  unclear_prior_token: ({ source }) => `${text(source)} 无法判断它上一个代币是否为貔貅盘`,
  no_token_record: ({ source }) => `${text(source)} 没有此钱包的代币记录`,
  no_contract: () => '还没有可检查的合约',
  no_record: ({ source }) => `${text(source)} 还没有此合约的记录`,
  contract_clean: ({ source }) => `合约检查未发现问题（${text(source)}）`,
  renounced: () => '所有权已放弃，所有者权限按一半计',
  not_creator: ({ source }) => `${text(source)} 未将此钱包列为代币的创建者`,
  honeypot: () => '貔貅盘：买了就卖不出去',
  airdrop_scam: () => '空投骗局',
  untrue_token: () => '不是它自称的那个代币',
  imitation: () => '冒充另一个代币',
  gas_abuse: () => '滥用用户的 gas',
  cannot_sell_all: () => '持有人无法卖出全部余额',
  creator_honeypots: ({ count: n }) => `创建者有 ${number(n)} 个貔貅盘`,
  closed_source: () => '源代码未公开，多数检查无法进行',
  name_mismatch: () => '合约登记的名称或代号与提交的不同',
  proxy: () => '代理合约：背后的代码可以更换',
  owner_can_change_balances: () => '所有者可以更改余额',
  hidden_owner: () => '隐藏的所有者',
  ownership_can_return: () => '所有权可以收回',
  can_self_destruct: () => '合约可以自毁',
  owner_can_set_personal_taxes: () => '所有者可以对单个持有人设税',
  owner_can_change_taxes: () => '所有者可以更改税率',
  mintable: () => '所有者可以增发代币',
  owner_can_pause_transfers: () => '所有者可以暂停转账',
  owner_can_block_holders: () => '所有者可以冻结持有人',
  cannot_buy: () => '无法买入',
  cooldown: () => '两次交易之间必须等待',
  owner_can_change_limits: () => '所有者可以更改交易限额',
  calls_externally: () => '会调用其他合约',
  sell_tax: ({ percent: tax }) => `卖出税 ${share(tax, 'zh')}`,
  buy_tax: ({ percent: tax }) => `买入税 ${share(tax, 'zh')}`,
  transfer_tax: ({ percent: tax }) => `转账税 ${share(tax, 'zh')}`,
  insider: ({ percent: part }) => `创建者或所有者持有 ${share(part, 'zh')}`,
  unknown_tax: ({ taxes }) => `未知：${named(taxes, unknownZh, 'zh')}`,
  unknown: ({ codes }) => `未知：${named(codes, unknownZh, 'zh')}`,
  launches_unseen: () => '通过发射平台、在其他链上或用其他钱包的发行可能有遗漏。',
  launches_through: ({ month, launchpads: through }) =>
    `${launchpads(through, '自行部署', 'zh')}；最近 30 天 ${number(month)} 个`,
  launches_alive: ({ known: n, alive: living, date }) =>
    `已知的 ${number(n)} 个发行中有 ${number(living)} 个仍存活（${formatDate(text(date), 'zh')}）`,
  launches_none_alive: ({ known: n, days }) => `${number(n)} 个发行在 ${number(days)} 天或更久之后无一存活`,
  launches_burst: ({ count: n, days }) => `${number(days)} 天内发行了 ${number(n)} 个代币`,
  launches_not_looked_at: ({ count: n }) => `有 ${number(n)} 个发行的结果未知。`,
  relayer: ({ launched: n }) => `代他人发行：其 ${formatNumber(number(n), 'zh')} 个发行不计为自己的`,
  launchpads_read: ({ chains }) => `已读取 ${spans(chains, 'zh')} 的发射平台；其他发行未计入。`,
  history_gaps: ({ gaps: given }) => `未查看：${gaps(given, gapsZh, 'zh')}。`,
  lists_partial: ({ source }) => `${text(source)} 只返回了部分数据。`,
  lists_not_asked: () => '未检查地址名单。',
  namesakes: ({ count: n, isAtLeast, chain, since }) =>
    `${isAtLeast ? '至少' : ''}有 ${number(n)} 个更早的代币使用此代号且流动性超过 1 万美元，最早的在 ${text(chain)}，始于 ${formatDate(text(since), 'zh')}`,
  namesakes_unread: () => '未在市场上搜索使用此代号的更早代币。',
  platform_tax: ({ launchpad, buy, sell }) =>
    `${text(launchpad)} 平台自身收取每笔交易的 ${share(Math.max(number(buy), number(sell)), 'zh')}，不是创建者的税`,
  native_token: ({ kind }) => `${text(kind)} 代币由链本身运行：所有者的权利是角色`,
  native_clean: () => '没有人能增发、暂停、封锁或拿走代币，也没有人能授予这样的角色',
  native_partial: () => '只读到了代币的部分历史，可能还有其他角色。',
  native_unread: ({ kind }) => `${text(kind)} 代币，其角色未被查看`,
  token_partial: ({ source }) => `${text(source)} 目前只有部分数据。`,
  no_lists: ({ source }) => `未检查地址名单：${text(source)} 没有名单。`,
  no_proof: () => '没有记录不代表过去清白。',
  deployer_only: () => '仅反映部署者的名单记录。',
}

const gapsZh: Record<string, string> = {
  launches: '发射平台',
  market: '市场',
  market_failed: '市场（数据提供方未响应）',
}

const unknownZh: Record<string, string> = {
  buy_tax: '买入税率',
  sell_tax: '卖出税率',
  honeypot: '能否卖出',
  owner_can_change_balances: '余额更改',
  hidden_owner: '隐藏所有者',
  ownership_can_return: '收回所有权',
  mintable: '增发',
  owner_can_pause_transfers: '暂停转账',
  owner_can_block_holders: '冻结持有人',
  owner_can_change_taxes: '税率更改',
}

const offencesEn: Record<string, string> = {
  dark_web: 'dark-web transactions',
  fake_identity: 'faked identity checks',
  fake_token: 'a fake token',
  fake_interface: 'a fake standard interface',
  reinitialisation: 'repeated initialisation',
}

const offencesEs: Record<string, string> = {
  sanctions: 'sanciones',
  theft: 'robo',
  phishing: 'phishing',
  cybercrime: 'ciberdelincuencia',
  money_laundering: 'blanqueo de dinero',
  financial_crime: 'delitos financieros',
  dark_web: 'transacciones en la web oscura',
  blackmail: 'chantaje',
  fake_identity: 'verificaciones de identidad falsas',
  malicious_mining: 'minería maliciosa',
  fake_token: 'token falso',
  fake_interface: 'interfaz estándar falsa',
  gas_abuse: 'abuso de gas',
  reinitialisation: 'reinicialización',
}

const offencesZh: Record<string, string> = {
  sanctions: '制裁',
  theft: '盗窃',
  phishing: '网络钓鱼',
  cybercrime: '网络犯罪',
  money_laundering: '洗钱',
  financial_crime: '金融犯罪',
  dark_web: '暗网交易',
  blackmail: '勒索',
  fake_identity: '伪造身份验证',
  malicious_mining: '恶意挖矿',
  fake_token: '假代币',
  fake_interface: '假标准接口',
  gas_abuse: '滥用 gas',
  reinitialisation: '重复初始化',
}

const short = (wallet: Values[string] | undefined): string => shortenHex(text(wallet))

/** The words of facts, by their codes. */
export const factWords: Words<FactWords> = { en, es, zh }
