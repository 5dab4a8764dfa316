import { amount } from './amount-1.0.0.ts'
import type { Cap } from './deployer-caps-1.0.0.ts'

type Fields = Record<string, string>

/** The caps that a token itself puts on its risk score. Absent is not known, never "no". */
export const tokenCaps = (fields: Fields): Cap[] =>
  rules.filter(({ applies }) => applies(fields)).map(({ what, cap, words }) => ({ what, cap, words: words(fields) }))

/** The highest of the known taxes as a fraction, and what it is taken for; null: none is known. */
export function highestTax(fields: Fields): { on: string; fraction: number } | null {
  const known = taxes.flatMap(([field, on]) => {
    const fraction = fractionOf(fields[field])
    return fraction === null ? [] : [{ on, fraction }]
  })
  return known.toSorted((one, other) => other.fraction - one.fraction)[0] ?? null
}

const taxes = [
  ['sell_tax', 'Selling'],
  ['buy_tax', 'Buying'],
  ['transfer_tax', 'A transfer'],
] as const

/** A share written as "0.05"; null: not known. */
export const fractionOf = (text: string | undefined): number | null =>
  /^\d*\.?\d+(e-?\d{1,2})?$/i.test(text ?? '') ? Number(text) : null

/** A flag that says neither yes nor no. */
export const isUnknown = (text: string | undefined): boolean => text !== '0' && text !== '1'

interface CapRule {
  what: string
  cap: number
  applies: (fields: Fields) => boolean
  words: (fields: Fields) => string | null
}

const says = (field: string, value: '0' | '1') => (fields: Fields) => fields[field] === value
const sentence = (words: string | null) => () => words

const othersByCreator = ({ honeypot_with_same_creator: count }: Fields) =>
  /^\d{1,9}$/.test(count ?? '') ? Number(count) : 0

const rules: CapRule[] = [
  {
    what: 'is_honeypot',
    cap: 0,
    applies: says('is_honeypot', '1'),
    words: sentence('It is a honeypot: who buys it can’t sell it.'),
  },
  {
    what: 'is_airdrop_scam',
    cap: 5,
    applies: says('is_airdrop_scam', '1'),
    words: sentence('It is an airdrop scam.'),
  },
  {
    what: 'is_true_token',
    cap: 5,
    applies: says('is_true_token', '0'),
    words: sentence('It is not the token it claims to be.'),
  },
  {
    what: 'fake_token',
    cap: 5,
    applies: says('fake_token', '1'),
    words: sentence('It imitates another token.'),
  },
  {
    what: 'gas_abuse',
    cap: 5,
    applies: says('gas_abuse', '1'),
    words: sentence('It spends its users’ gas on its own ends.'),
  },
  {
    what: 'tax',
    cap: 10,
    applies: (fields) => (highestTax(fields)?.fraction ?? 0) > 0.5,
    words: sentence(null),
  },
  {
    what: 'cannot_sell_all',
    cap: 15,
    applies: says('cannot_sell_all', '1'),
    words: sentence('Holders can’t sell all they have.'),
  },
  {
    what: 'honeypot_with_same_creator',
    cap: 15,
    applies: (fields) => othersByCreator(fields) >= 1,
    words: (fields) => `GoPlus counts ${amount(othersByCreator(fields), 'honeypot')} by its creator.`,
  },
  {
    what: 'is_open_source',
    cap: 35,
    applies: says('is_open_source', '0'),
    words: sentence('The source code is not published, so most checks are impossible.'),
  },
  {
    what: 'honeypot_unknown',
    cap: 60,
    applies: ({ is_honeypot }) => isUnknown(is_honeypot),
    words: sentence(null),
  },
  {
    what: 'is_proxy',
    cap: 65,
    applies: says('is_proxy', '1'),
    words: sentence('It is a proxy: the code behind it can be replaced.'),
  },
]
