import type { Deps } from '../../deps.ts'
import { parseAddress, toChecksumAddress } from '../../../contract/address.ts'
import { badField } from '../../platform/errors.ts'
import type { ShownStanding } from '../../../contract/standing.ts'
import { findSpeakingScore } from '../../scoring/shown/find-speaking-score.ts'
import { refuseHidden } from '../../scoring/takedown/refuse-hidden.ts'
import { type ListedTicket, listTickets } from './list-tickets.ts'
import { type TokenScore, listTokenScores } from './ticket-store.ts'

export interface Token {
  /** In EIP-55 form. */
  contractAddress: string
  speaking: ListedTicket | null
  standing: ShownStanding
  /** Better standing first, then newest. */
  history: ListedTicket[]
  /** The first score of each other creator who named the contract. */
  others: ListedTicket[]
}

const maxScores = 60

/** Throws `hidden` when the score that represents the contract is taken down. */
export async function getToken(db: Deps['reads'], text: string): Promise<Token> {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  const [found, scores] = await Promise.all([
    findSpeakingScore(db, result.address),
    listTokenScores(db, result.address, maxScores),
  ])
  refuseHidden(found?.hiddenReason)
  const contractAddress = toChecksumAddress(result.address)
  const [first] = scores
  if (!first) return { contractAddress, speaking: null, standing: 'unsigned', history: [], others: [] }
  const history = scores.filter((score) => score !== first && score.creatorAddress === first.creatorAddress)
  const others = listFirstOfEach(scores.filter(({ creatorAddress }) => creatorAddress !== first.creatorAddress))
  const tickets = new Map(
    (
      await listTickets(
        db,
        [first, ...history, ...others].map(({ scoreId }) => scoreId),
      )
    ).map((one) => [one.scoreId, one]),
  )
  const toTickets = (some: TokenScore[]) => some.flatMap(({ scoreId }) => tickets.get(scoreId) ?? [])
  const [speaking = null] = toTickets([first])
  return { contractAddress, speaking, standing: first.standing, history: toTickets(history), others: toTickets(others) }
}

const listFirstOfEach = (scores: TokenScore[]): TokenScore[] =>
  scores.filter(({ creatorAddress }, at) => scores.findIndex((other) => other.creatorAddress === creatorAddress) === at)
