import type { ScoreWarning, WarningCode } from './schemas/score.ts'
import { shapes } from './design.ts'

/** A short label, and a sentence for surfaces that know only the code. */
interface WarningWords {
  severity: 'critical' | 'caution'
  label: string
  sentence: string
}

export const warningWords: Record<WarningCode, WarningWords> = {
  honeypot: { severity: 'critical', label: 'Honeypot', sentence: 'holders cannot sell this token.' },
  cannot_sell: { severity: 'critical', label: 'Cannot be sold', sentence: 'holders cannot sell their whole balance.' },
  confiscatory_tax: {
    severity: 'critical',
    label: 'Confiscatory tax',
    sentence: 'buying or selling costs half of the amount or more.',
  },
  owner_can_take_tokens: {
    severity: 'critical',
    label: 'Owner can take tokens',
    sentence: 'the contract lets its owner change holders’ balances.',
  },
  // Only in records from before its split.
  owner_can_seize: {
    severity: 'critical',
    label: 'Owner can take tokens',
    sentence: 'the contract lets its owner take or freeze holders’ tokens.',
  },
  listed_deployer: {
    severity: 'critical',
    label: 'Listed deployer',
    sentence: 'the deployer’s wallet has been reported for malicious activity.',
  },
  owner_can_block_sales: {
    severity: 'caution',
    label: 'Owner can block sellers',
    sentence: 'the contract lets its owner block holders from selling.',
  },
  owner_can_pause_trading: {
    severity: 'caution',
    label: 'Owner can pause trading',
    sentence: 'the contract lets its owner stop all transfers.',
  },
  unknown_tax: {
    severity: 'caution',
    label: 'Unknown tax',
    sentence: 'the token is traded, but its buy and sell taxes are not known.',
  },
  name_mismatch: {
    severity: 'caution',
    label: 'Name mismatch',
    sentence: 'the contract is reported under another name or ticker.',
  },
  not_examined: {
    severity: 'caution',
    label: 'Not examined',
    sentence: 'the score was made before the token, and its contract has not been examined yet.',
  },
  copycat: { severity: 'caution', label: 'Copycat', sentence: 'it may be a copy of another launch.' },
  instruction_attempt: {
    severity: 'caution',
    label: 'Instruction attempt',
    sentence: 'the submission tries to tell the judge what to do.',
  },
}

/** The warning that is shown before the band; undefined: there is none. */
export const leadWarning = (codes: readonly WarningCode[]): WarningCode | undefined =>
  codes.find((code) => warningWords[code].severity === 'critical')

export const listWarningCodes = ({ warnings = [] }: { warnings?: { code: WarningCode }[] }): WarningCode[] =>
  warnings.map(({ code }) => code)

/** undefined when no code is critical. */
export function warningLabel(codes: readonly WarningCode[]): string | undefined {
  const lead = leadWarning(codes)
  return lead && warningWords[lead].label
}

/** undefined when no code is critical. */
export function warningSentence(codes: readonly WarningCode[]): string | undefined {
  const lead = leadWarning(codes)
  return lead && `${warningWords[lead].label}: ${warningWords[lead].sentence}`
}

export const recordWarning = ({ warnings = [] }: { warnings?: ScoreWarning[] }): string | undefined =>
  warnings.find(({ severity }) => severity === 'critical')?.message

/** `⚑ Honeypot: Left Sock`: a warning before a text, for surfaces that show only text. */
export const warned = (warning: string | undefined, text: string, join = ' '): string =>
  warning === undefined ? text : `${shapes.critical.symbol} ${warning}${join}${text}`
