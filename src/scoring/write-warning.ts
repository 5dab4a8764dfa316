import { warningWords } from '../../contract/warning-words.ts'
import type { ScoreWarning, WarningCode } from '../../contract/schemas/score.ts'
import { formatCount } from '../../contract/text.ts'
import { nameOffence } from '../signals/offence-names.ts'

type Values = NonNullable<ScoreWarning['values']>

export function writeWarning(code: WarningCode, values: Values): string {
  const { label, sentence } = warningWords[code]
  return `${label}: ${sentences[code]?.(values) ?? sentence}`
}

const sentences: Partial<Record<WarningCode, (values: Values) => string>> = {
  confiscatory_tax: ({ buyTax, sellTax }) => {
    const costs = [
      ...(buyTax === undefined ? [] : [`buying costs ${String(buyTax)}%`]),
      ...(sellTax === undefined ? [] : [`selling costs ${String(sellTax)}%`]),
    ]
    return `${costs.join(' and ')}.`
  },
  listed_deployer: ({ provider, offences, contracts, link }) => {
    const names = listOf(offences).map(nameOffence)
    return [
      ...(names.length > 0 ? [`the deployer’s wallet is listed for ${inWords.format(names)}.`] : []),
      ...(typeof contracts === 'number'
        ? [`${String(provider)} records ${countContracts(contracts)} by the deployer.`]
        : []),
      ...(link === undefined ? [] : [`${String(provider)} links the deployer’s wallet to honeypots or scam tokens.`]),
    ].join(' ')
  },
  name_mismatch: ({ provider, name, symbol }) => {
    const reported = [
      ...(name === undefined ? [] : [`the name “${String(name)}”`]),
      ...(symbol === undefined ? [] : [`the ticker “${String(symbol)}”`]),
    ]
    return `${String(provider)} reports ${inWords.format(reported)} for the contract, not those of the submission.`
  },
  copycat: ({ shared, owner, name, symbol }) => {
    const what = listOf(shared)
    if (what.length === 0) return 'the judge considers it a copy of another launch.'
    if (owner === undefined)
      return `it has the ${formatShared(what)} of ${String(name)} (${String(symbol)}), a well-known token.`
    const other = owner === 'token' ? 'another launch, whose token is on the chain,' : enrolled
    if (!what.includes('picture')) return `${other} had this name and ticker earlier.`
    return `${other} had this picture earlier${what.includes('name') ? ', with the same name' : ''}.`
  },
}

const enrolled = 'a launch that another established creator enrolled'

const listOf = (value: Values[string] | undefined): string[] => (Array.isArray(value) ? value : [])

const countContracts = (count: number): string =>
  count === 1 ? '1 honeypot or malicious contract' : `${formatCount(count, 'honeypot')} or malicious contracts`

const formatShared = (what: string[]): string =>
  what.includes('part of the name') ? 'ticker, and in its name the name,' : inWords.format(what)

const inWords = new Intl.ListFormat('en-GB')
