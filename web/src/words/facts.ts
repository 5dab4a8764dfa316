import { formatNumber, formatList, plural, shortenHex } from './formats.ts'
import type { Words } from './language.ts'

/** The words of a fact, given the values in it. */
type FactWords = Record<string, (values: string[]) => string>

type Language = Parameters<typeof formatNumber>[1]

const number = (text: string | undefined): number => (text === 'none' ? 0 : Number(text ?? 0))

/** `812` days: from a year on, in years. */
function age(text: string | undefined, language: Language): string {
  const days = number(text)
  const [value, unit] = days < 365 ? [days, 'day'] : [days / 365.25, 'year']
  return formatNumber(value, language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
}

/** `5.5` of a hundred. */
const share = (text: string | undefined, language: Language): string =>
  formatNumber(number(text) / 100, language, { style: 'percent', maximumFractionDigits: 1 })

const [bothTaxes, buyTax, sellTax] = ['buying and selling cost', 'buying costs', 'selling costs']
const unknownTaxEn = {
  [bothTaxes]: 'the tax on buying and selling',
  [buyTax]: 'the tax on buying',
  [sellTax]: 'the tax on selling',
}
const unknownTaxEs = {
  [bothTaxes]: 'la tasa de compra y venta',
  [buyTax]: 'la tasa de compra',
  [sellTax]: 'la tasa de venta',
}
const unknownTaxZh = { [bothTaxes]: '买卖税率', [buyTax]: '买入税率', [sellTax]: '卖出税率' }

const en: FactWords = {
  age: ([days]) => age(days, 'en'),
  wallet_age: ([days]) => `Wallet is ${age(days, 'en')} old`,
  wallet_age_unknown: () => 'Wallet age unknown',
  no_history: () => 'No transactions on this chain yet',
  transactions: ([n]) => plural('en', number(n), { one: '# transaction sent', other: '# transactions sent' }),
  transactions_unknown: () => 'Number of transactions unknown',
  launches: ([n, recent]) =>
    `${plural('en', number(n), { one: '# earlier token', other: '# earlier tokens' })}, ${number(recent)} in the last 7 days`,
  launches_at_least: ([n, recent]) =>
    `At least ${plural('en', number(n), { one: '# earlier token', other: '# earlier tokens' })}, ${number(recent)} in the last 7 days`,
  no_launches: () => 'No earlier tokens',
  no_recent_launches: () => 'No tokens among its newest transactions',
  no_read_launches: () => 'No tokens among the transactions that could be read',
  transactions_unread: ([n]) =>
    plural('en', number(n), { one: '# transaction could not be read', other: '# transactions could not be read' }),
  named_wallet: ([wallet]) => `Another wallet deployed the contract: ${short(wallet)}`,
  unsigned: () => 'Nobody has signed with this wallet',
  honeypots: ([n]) => `${formatNumber(number(n), 'en')} honeypots or malicious contracts on record`,
  listed: ([what, source]) => `Listed for ${what} (${source})`,
  contract_abuse: ([what, source]) => `Listed as a contract for ${what} (${source})`,
  honeypot_related: () => 'Linked to a honeypot or scam token',
  suspected: () => 'Under suspicion, not confirmed (GoPlus)',
  mixer: () => 'Listed as a mixer address',
  no_entry: ([date]) => `No honeypot or scam on record (GoPlus, ${date})`,
  clean_token: () => 'This token isn’t a honeypot, says GoPlus',
  clean_prior_token: () => 'Its newest earlier token isn’t a honeypot, says GoPlus',
  unclear_token: () => 'GoPlus can’t tell whether this token is a honeypot',
  unclear_prior_token: () => 'GoPlus can’t tell whether its newest earlier token is a honeypot',
  no_token_record: () => 'GoPlus has no record of a token by this wallet',
  no_contract: () => 'No contract to check yet',
  no_record: () => 'GoPlus has no record of this contract yet',
  contract_clean: () => 'Contract checks found nothing (GoPlus)',
  renounced: () => 'Ownership was given up, so the owner’s rights count half',
  not_creator: () => 'GoPlus doesn’t name this wallet as the token’s creator',
  is_honeypot: () => 'Honeypot: buyers can’t sell',
  is_airdrop_scam: () => 'Airdrop scam',
  is_true_token: () => 'Not the token it claims to be',
  fake_token: () => 'Imitates another token',
  gas_abuse: () => 'Spends its users’ gas for its own purposes',
  cannot_sell_all: () => 'Holders can’t sell their whole balance',
  honeypot_with_same_creator: ([n]) =>
    plural('en', number(n), { one: '# honeypot by its creator', other: '# honeypots by its creator' }),
  is_open_source: () => 'Source code isn’t published, so most checks are impossible',
  name_mismatch: () => 'Contract is reported under another name or ticker',
  is_proxy: () => 'Proxy: the code behind it can be replaced',
  owner_change_balance: () => 'Owner can change balances',
  hidden_owner: () => 'Hidden owner',
  can_take_back_ownership: () => 'Ownership can be taken back',
  selfdestruct: () => 'Contract can destroy itself',
  personal_slippage_modifiable: () => 'Owner can set taxes for single holders',
  slippage_modifiable: () => 'Owner can change taxes',
  is_mintable: () => 'Owner can create more tokens',
  transfer_pausable: () => 'Owner can stop transfers',
  is_blacklisted: () => 'Owner can block holders',
  cannot_buy: () => 'Can’t be bought',
  trading_cooldown: () => 'Traders must wait between trades',
  anti_whale_modifiable: () => 'Owner can change trading limits',
  external_call: () => 'Calls other contracts',
  sell_tax: ([tax]) => `Selling costs ${share(tax, 'en')} tax`,
  buy_tax: ([tax]) => `Buying costs ${share(tax, 'en')} tax`,
  transfer_tax: ([tax]) => `A transfer costs ${share(tax, 'en')} tax`,
  insider: ([part]) => `Creator or owner holds ${share(part, 'en')}`,
  unknown_tax: ([what]) => `Not known: ${unknownTaxEn[what ?? ''] ?? 'the taxes'}`,
  unknown: (fields) =>
    `Not known: ${formatList(
      fields.map((field) => unknownEn[field] ?? field),
      'en',
    )}`,
  launches_unseen: () => 'Launches through launchpads, on other chains or by other wallets aren’t counted.',
  lists_partial: () => 'GoPlus answered only in part.',
  lists_not_asked: () => 'Address lists weren’t checked.',
  token_partial: () => 'GoPlus has only part of its data yet.',
  no_proof: () => 'No entry isn’t proof of a clean past.',
  deployer_only: () => 'This only reflects what’s listed about the deployer.',
}

const unknownEn: Record<string, string> = {
  is_honeypot: 'whether it can be sold',
  owner_change_balance: 'balance changes',
  hidden_owner: 'a hidden owner',
  can_take_back_ownership: 'ownership taken back',
  is_mintable: 'more tokens',
  transfer_pausable: 'stopped transfers',
  is_blacklisted: 'blocked holders',
  slippage_modifiable: 'tax changes',
}

const es: FactWords = {
  age: ([days]) => age(days, 'es'),
  wallet_age: ([days]) => `La billetera tiene ${age(days, 'es')}`,
  wallet_age_unknown: () => 'Antigüedad de la billetera desconocida',
  no_history: () => 'Sin transacciones en esta cadena',
  transactions: ([n]) => plural('es', number(n), { one: '# transacción enviada', other: '# transacciones enviadas' }),
  transactions_unknown: () => 'Número de transacciones desconocido',
  launches: ([n, recent]) =>
    `${plural('es', number(n), { one: '# token anterior', other: '# tokens anteriores' })}, ${number(recent)} en los últimos 7 días`,
  launches_at_least: ([n, recent]) =>
    `Al menos ${plural('es', number(n), { one: '# token anterior', other: '# tokens anteriores' })}, ${number(recent)} en los últimos 7 días`,
  no_launches: () => 'Ningún token anterior',
  no_recent_launches: () => 'Ningún token entre sus transacciones más recientes',
  no_read_launches: () => 'Ningún token entre las transacciones que se pudieron leer',
  transactions_unread: ([n]) =>
    plural('es', number(n), { one: 'No se pudo leer # transacción', other: 'No se pudieron leer # transacciones' }),
  named_wallet: ([wallet]) => `Otra billetera desplegó el contrato: ${short(wallet)}`,
  unsigned: () => 'Nadie ha firmado con esta billetera',
  honeypots: ([n]) => `${formatNumber(number(n), 'es')} honeypots o contratos maliciosos registrados`,
  listed: ([what, source]) => `Figura en listas por ${what} (${source})`,
  contract_abuse: ([what, source]) => `Figura como contrato por ${what} (${source})`,
  honeypot_related: () => 'Vinculada a un honeypot o token fraudulento',
  suspected: () => 'Bajo sospecha, sin confirmar (GoPlus)',
  mixer: () => 'Figura como dirección de un mezclador',
  no_entry: ([date]) => `Ningún honeypot ni fraude registrado (GoPlus, ${date})`,
  clean_token: () => 'Este token no es un honeypot, según GoPlus',
  clean_prior_token: () => 'Su último token anterior no es un honeypot, según GoPlus',
  unclear_token: () => 'GoPlus no sabe si este token es un honeypot',
  unclear_prior_token: () => 'GoPlus no sabe si su último token anterior es un honeypot',
  no_token_record: () => 'GoPlus no tiene registrado ningún token de esta billetera',
  no_contract: () => 'Todavía no hay contrato que revisar',
  no_record: () => 'GoPlus aún no tiene datos de este contrato',
  contract_clean: () => 'La revisión del contrato no encontró nada (GoPlus)',
  renounced: () => 'Se renunció a la propiedad: los derechos del dueño cuentan la mitad',
  not_creator: () => 'GoPlus no nombra a esta billetera como creadora del token',
  is_honeypot: () => 'Honeypot: quien compra no puede vender',
  is_airdrop_scam: () => 'Fraude de airdrop',
  is_true_token: () => 'No es el token que dice ser',
  fake_token: () => 'Imita a otro token',
  gas_abuse: () => 'Gasta el gas de sus usuarios en su propio beneficio',
  cannot_sell_all: () => 'No se puede vender todo el saldo',
  honeypot_with_same_creator: ([n]) =>
    plural('es', number(n), { one: '# honeypot de su creador', other: '# honeypots de su creador' }),
  is_open_source: () => 'El código no está publicado: casi nada se puede revisar',
  name_mismatch: () => 'El contrato figura con otro nombre o ticker',
  is_proxy: () => 'Proxy: el código que hay detrás se puede cambiar',
  owner_change_balance: () => 'El dueño puede cambiar saldos',
  hidden_owner: () => 'Dueño oculto',
  can_take_back_ownership: () => 'La propiedad se puede recuperar',
  selfdestruct: () => 'El contrato se puede destruir a sí mismo',
  personal_slippage_modifiable: () => 'El dueño puede fijar tasas a cada titular',
  slippage_modifiable: () => 'El dueño puede cambiar las tasas',
  is_mintable: () => 'El dueño puede crear más tokens',
  transfer_pausable: () => 'El dueño puede detener las transferencias',
  is_blacklisted: () => 'El dueño puede bloquear a titulares',
  cannot_buy: () => 'No se puede comprar',
  trading_cooldown: () => 'Hay que esperar entre operaciones',
  anti_whale_modifiable: () => 'El dueño puede cambiar los límites de operación',
  external_call: () => 'Llama a otros contratos',
  sell_tax: ([tax]) => `Vender cuesta una tasa del ${share(tax, 'es')}`,
  buy_tax: ([tax]) => `Comprar cuesta una tasa del ${share(tax, 'es')}`,
  transfer_tax: ([tax]) => `Transferir cuesta una tasa del ${share(tax, 'es')}`,
  insider: ([part]) => `El creador o el dueño tiene el ${share(part, 'es')}`,
  unknown_tax: ([what]) => `Se desconoce: ${unknownTaxEs[what ?? ''] ?? 'las tasas'}`,
  unknown: (fields) =>
    `Se desconoce: ${formatList(
      fields.map((field) => unknownEs[field] ?? field),
      'es',
    )}`,
  launches_unseen: () => 'No se cuentan lanzamientos en launchpads, en otras cadenas o con otras billeteras.',
  lists_partial: () => 'GoPlus respondió solo en parte.',
  lists_not_asked: () => 'No se consultaron las listas de direcciones.',
  token_partial: () => 'GoPlus aún tiene solo parte de los datos.',
  no_proof: () => 'Que no haya registros no prueba un pasado limpio.',
  deployer_only: () => 'Solo refleja lo que hay registrado sobre quien lo despliega.',
}

const unknownEs: Record<string, string> = {
  is_honeypot: 'si se puede vender',
  owner_change_balance: 'cambios de saldo',
  hidden_owner: 'dueño oculto',
  can_take_back_ownership: 'recuperación de la propiedad',
  is_mintable: 'creación de tokens',
  transfer_pausable: 'transferencias detenidas',
  is_blacklisted: 'titulares bloqueados',
  slippage_modifiable: 'cambios de tasas',
}

const zh: FactWords = {
  age: ([days]) => age(days, 'zh'),
  wallet_age: ([days]) => `钱包已有 ${age(days, 'zh')}`,
  wallet_age_unknown: () => '钱包年龄未知',
  no_history: () => '在此链上还没有交易',
  transactions: ([n]) => `已发送 ${formatNumber(number(n), 'zh')} 笔交易`,
  transactions_unknown: () => '交易数量未知',
  launches: ([n, recent]) => `以前发行过 ${number(n)} 个代币，最近 7 天 ${number(recent)} 个`,
  launches_at_least: ([n, recent]) => `以前至少发行过 ${number(n)} 个代币，最近 7 天 ${number(recent)} 个`,
  no_launches: () => '以前没有发行过代币',
  no_recent_launches: () => '最近的交易中没有发行代币',
  no_read_launches: () => '在可读取的交易中没有发行代币',
  transactions_unread: ([n]) => `有 ${formatNumber(number(n), 'zh')} 笔交易无法读取`,
  named_wallet: ([wallet]) => `合约由另一个钱包部署：${short(wallet)}`,
  unsigned: () => '没有人用此钱包签名',
  honeypots: ([n]) => `记录在案的貔貅盘或恶意合约：${number(n)} 个`,
  listed: ([what, source]) => `因 ${what} 被列入名单（${source}）`,
  contract_abuse: ([what, source]) => `合约因 ${what} 被列入名单（${source}）`,
  honeypot_related: () => '与貔貅盘或诈骗代币有关联',
  suspected: () => '有嫌疑，未经证实（GoPlus）',
  mixer: () => '被列为混币器地址',
  no_entry: ([date]) => `没有貔貅盘或诈骗记录（GoPlus，${date}）`,
  clean_token: () => 'GoPlus：此代币不是貔貅盘',
  clean_prior_token: () => 'GoPlus：它上一个代币不是貔貅盘',
  unclear_token: () => 'GoPlus 无法判断此代币是否为貔貅盘',
  unclear_prior_token: () => 'GoPlus 无法判断它上一个代币是否为貔貅盘',
  no_token_record: () => 'GoPlus 没有此钱包的代币记录',
  no_contract: () => '还没有可检查的合约',
  no_record: () => 'GoPlus 还没有此合约的记录',
  contract_clean: () => '合约检查未发现问题（GoPlus）',
  renounced: () => '所有权已放弃，所有者权限按一半计',
  not_creator: () => 'GoPlus 未将此钱包列为代币的创建者',
  is_honeypot: () => '貔貅盘：买了就卖不出去',
  is_airdrop_scam: () => '空投骗局',
  is_true_token: () => '不是它自称的那个代币',
  fake_token: () => '冒充另一个代币',
  gas_abuse: () => '滥用用户的 gas',
  cannot_sell_all: () => '持有人无法卖出全部余额',
  honeypot_with_same_creator: ([n]) => `创建者有 ${number(n)} 个貔貅盘`,
  is_open_source: () => '源代码未公开，多数检查无法进行',
  name_mismatch: () => '合约登记的名称或代号与提交的不同',
  is_proxy: () => '代理合约：背后的代码可以更换',
  owner_change_balance: () => '所有者可以更改余额',
  hidden_owner: () => '隐藏的所有者',
  can_take_back_ownership: () => '所有权可以收回',
  selfdestruct: () => '合约可以自毁',
  personal_slippage_modifiable: () => '所有者可以对单个持有人设税',
  slippage_modifiable: () => '所有者可以更改税率',
  is_mintable: () => '所有者可以增发代币',
  transfer_pausable: () => '所有者可以暂停转账',
  is_blacklisted: () => '所有者可以冻结持有人',
  cannot_buy: () => '无法买入',
  trading_cooldown: () => '两次交易之间必须等待',
  anti_whale_modifiable: () => '所有者可以更改交易限额',
  external_call: () => '会调用其他合约',
  sell_tax: ([tax]) => `卖出税 ${share(tax, 'zh')}`,
  buy_tax: ([tax]) => `买入税 ${share(tax, 'zh')}`,
  transfer_tax: ([tax]) => `转账税 ${share(tax, 'zh')}`,
  insider: ([part]) => `创建者或所有者持有 ${share(part, 'zh')}`,
  unknown_tax: ([what]) => `未知：${unknownTaxZh[what ?? ''] ?? '税率'}`,
  unknown: (fields) =>
    `未知：${formatList(
      fields.map((field) => unknownZh[field] ?? field),
      'zh',
    )}`,
  launches_unseen: () => '通过发射平台、在其他链上或用其他钱包的发行未计入。',
  lists_partial: () => 'GoPlus 只返回了部分数据。',
  lists_not_asked: () => '未检查地址名单。',
  token_partial: () => 'GoPlus 目前只有部分数据。',
  no_proof: () => '没有记录不代表过去清白。',
  deployer_only: () => '仅反映部署者的名单记录。',
}

const unknownZh: Record<string, string> = {
  is_honeypot: '能否卖出',
  owner_change_balance: '余额更改',
  hidden_owner: '隐藏所有者',
  can_take_back_ownership: '收回所有权',
  is_mintable: '增发',
  transfer_pausable: '暂停转账',
  is_blacklisted: '冻结持有人',
  slippage_modifiable: '税率更改',
}

const short = (wallet = ''): string => shortenHex(wallet)

/** The words of the facts behind `creator` and `risk`, by their codes; a code that isn't here is shown as the record has it. */
export const factWords: Words<FactWords> = { en, es, zh }
