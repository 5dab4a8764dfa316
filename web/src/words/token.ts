import type { ShownStanding } from '../../../contract/standing.ts'
import type { Words } from './language.ts'

interface TokenWords {
  title: string
  titleFor: (name: string, symbol: string) => string
  description: (address: string) => string
  unscored: string
  unscoredDescription: string
  unscoredHint: string
  score: string
  creatorInstead: string
  speaks: Record<ShownStanding, string>
  current: string
  history: string
  historyNote: string
  others: string
  othersNote: string
  json: string
}

export const tokenWords: Words<TokenWords> = {
  en: {
    title: 'Token',
    titleFor: (name, symbol) => `${name} ($${symbol}): token`,
    description: (address) =>
      `The score of the token contract ${address}, its signer, and other submissions that name the contract. Higher is better.`,
    unscored: 'Nobody has scored this token yet',
    unscoredDescription: 'No score names this token contract yet. Be the first to score it.',
    unscoredHint: 'Score it now: we’ll fill in the contract for you. It takes a few seconds.',
    score: 'Score this token',
    creatorInstead: 'Is this a wallet? See its creator profile',
    speaks: {
      bound: 'Bound by the creator: the creator proved that this contract belongs to the launch.',
      deployer: 'Signed by the wallet that deployed or owns this contract.',
      contradicted: 'Signed by a wallet that isn’t the reported deployer of this contract.',
      signed: 'Signed by its creator. The creator isn’t known to have deployed this contract.',
      unsigned: 'Not signed. Anyone can score a contract and enter any wallet as its creator.',
    },
    current: 'Current score',
    history: 'History',
    historyNote: 'Other scores of this contract by the same creator.',
    others: 'Also named by',
    othersNote: 'Other creators entered this contract too. Only the score above counts.',
    json: 'JSON',
  },
  es: {
    title: 'Token',
    titleFor: (name, symbol) => `${name} ($${symbol}): token`,
    description: (address) =>
      `La nota del contrato ${address}, quién la firmó y quién más nombró el contrato. Cuanto más alta, mejor.`,
    unscored: 'Nadie ha evaluado este token todavía',
    unscoredDescription: 'Ninguna nota nombra este contrato todavía. Evalúalo antes que nadie.',
    unscoredHint: 'Evalúalo ahora: el contrato ya estará puesto. Tarda unos segundos.',
    score: 'Evaluar este token',
    creatorInstead: '¿Es una billetera? Ver su perfil de creador',
    speaks: {
      bound: 'Vinculado por el creador: demostró que este contrato es de su lanzamiento.',
      deployer: 'Firmado por la billetera que desplegó el contrato o es su propietaria.',
      contradicted: 'Firmado por una billetera que, según los proveedores de datos, no desplegó este contrato.',
      signed: 'Firmado por su creador. No consta que el creador haya desplegado este contrato.',
      unsigned: 'Sin firmar. Cualquiera puede evaluar un contrato y poner la billetera que quiera como creador.',
    },
    current: 'Nota actual',
    history: 'Historial',
    historyNote: 'Otras notas de este contrato del mismo creador.',
    others: 'También lo nombran',
    othersNote: 'Otros creadores pusieron también este contrato. Solo la nota de arriba habla por él.',
    json: 'JSON',
  },
  zh: {
    title: '代币',
    titleFor: (name, symbol) => `${name} ($${symbol})：代币`,
    description: (address) => `代币合约 ${address} 的评分、签名者，以及还有谁提到该合约。越高越好。`,
    unscored: '还没有人为这个代币评分',
    unscoredDescription: '还没有评分提到这个代币合约，来做第一个吧。',
    unscoredHint: '现在就评分：合约地址会自动填好，只需几秒钟。',
    score: '为此代币评分',
    creatorInstead: '这是钱包地址？查看创建者主页',
    speaks: {
      bound: '创建者已绑定：创建者证明了该合约属于此发行。',
      deployer: '由部署或拥有该合约的钱包签名。',
      contradicted: '由一个钱包签名，但数据提供方显示合约由另一个钱包部署。',
      signed: '由创建者签名。尚不能确认该创建者部署了此合约。',
      unsigned: '未签名。任何人都可以为合约评分，并填写任意钱包作为创建者。',
    },
    current: '当前评分',
    history: '历史记录',
    historyNote: '同一创建者对该合约的其他评分。',
    others: '其他提到者',
    othersNote: '其他创建者也填写了该合约。只有上方的评分代表它。',
    json: 'JSON',
  },
}
