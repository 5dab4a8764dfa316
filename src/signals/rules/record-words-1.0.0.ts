import { deployerCaps } from './deployer-caps-1.0.0.ts'
import type { ListFacts } from '../list-facts.ts'

/** What is on record about the deployer, in sentences. That nothing is on record is never said to mean innocence. */
export function recordWords(lists: ListFacts, at: string): string[] {
  const accusations = deployerCaps(lists).flatMap(({ words }) => words ?? [])
  const noEntry = `GoPlus has no entry against this wallet (${at.slice(0, 10)}); that is not proof of a clean past.`
  return [...(accusations.length > 0 ? accusations : [noEntry]), ...gapWords(lists)]
}

/** What the token that speaks for the deployer's past shows, in at most one sentence. */
export function evidenceWords({ evidence, evidenceState, evidenceClean, priorHoneypots }: ListFacts): string[] {
  const token = evidence?.from === 'scored token' ? 'this token' : 'its newest prior token'
  if (evidenceState === 'no_record') return ['GoPlus has no record of a token by this wallet.']
  if (evidenceClean) return [`GoPlus finds no honeypot in ${token}.`]
  return evidence && !priorHoneypots ? [`GoPlus can’t tell whether ${token} is a honeypot.`] : []
}

function gapWords(lists: ListFacts): string[] {
  return hasGaps(lists) ? ['GoPlus’ lists answered only in part.'] : []
}

/** Some of what the lists should say is not known. */
export const hasGaps = ({ honeypotRelated, maliciousContracts, isPartial }: ListFacts): boolean =>
  isPartial || honeypotRelated === null || maliciousContracts === null
