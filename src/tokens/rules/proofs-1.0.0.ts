import { getWord } from '../../platform/abi-words.ts'
import type { CreationReceipt } from '../../providers/chain/creation-receipt.ts'
import {
  beforeExecutionTopic,
  entryPoints,
  findSender,
  userOperationTopic,
} from '../../providers/chain/entry-points.ts'
import {
  type AnnouncedToken,
  findAddress,
  findCreationOf,
  findGraduation,
} from '../../providers/launchpads/find-creation.ts'
import type { Launchpad } from '../../providers/launchpads/launchpads.ts'

/** The ways in which the chain shows that a wallet created a token, the strongest first. */
export type CreationProof = 'deployed' | 'sent' | 'operation' | 'named'

interface Creation {
  receipt: CreationReceipt
  /** Lower case, as is `wallet`. */
  token: string
  wallet: string
  /** The transaction that the explorer names as the token's creation; null when it wasn't asked or doesn't know. */
  explorerTx: string | null
  /** The token's code one block earlier; null when it isn't known. */
  codeBefore: string | null
  launchpads: Launchpad[]
  /** The creator that the launchpad's function names; null: it wasn't asked, or there is none. */
  namedCreator: string | null
}

/** Every proof that the receipt holds. A failed transaction proves nothing. */
export function listProofs(creation: Creation): CreationProof[] {
  const { receipt, token, wallet } = creation
  if (!receipt.isSuccess) return []
  if (receipt.from === wallet && receipt.contractAddress === token) return ['deployed']
  // Whoever buys last has the launchpad replace a token. The new one belongs to the launch of the old one.
  if (isSuccessor(creation)) return []
  const proofs: CreationProof[] = []
  if (isMadeInside(creation)) {
    if (receipt.from === wallet) proofs.push('sent')
    if (isOwnOperation(creation)) proofs.push('operation')
  }
  if (isNamed(creation)) proofs.push('named')
  return proofs
}

/** Those who caused a transaction: its sender, and that of its user operation if it holds exactly one. */
export function listSenders({ from, logs }: Pick<CreationReceipt, 'from' | 'logs'>): string[] {
  const sender = findSender({ from, logs })
  return sender === null || sender === from ? [from] : [from, sender]
}

/**
 * A log of the token shows only that it was there: a purchase often lies in the block of the creation. The event of a
 * launchpad that names no creator shows that it was made here.
 */
const isMadeInside = (creation: Pick<Creation, 'receipt' | 'token' | 'explorerTx' | 'codeBefore' | 'launchpads'>) =>
  isShownInside(creation) || findAnnouncement(creation)?.creator === 'sender'

const isShownInside = ({
  receipt,
  explorerTx,
  codeBefore,
}: Pick<Creation, 'receipt' | 'explorerTx' | 'codeBefore'>): boolean =>
  explorerTx === receipt.hash && codeBefore === '0x'

/** Exactly one user operation, of the wallet, successful, and the token's first log lies within its execution. */
function isOwnOperation({ receipt: { logs }, token, wallet }: Creation): boolean {
  const operations = logs.filter((log) => isOfEntryPoint(log) && log.topics[0] === userOperationTopic)
  const [operation] = operations
  if (!operation || operations.length !== 1) return false
  if (toAddress(operation.topics[2]) !== wallet || !isTrue(getWord(operation.data, 1))) return false
  const begin = logs.findIndex((log) => isOfEntryPoint(log) && log.topics[0] === beforeExecutionTopic)
  const first = logs.findIndex(({ address }) => address === token)
  return begin >= 0 && begin < first && first < logs.indexOf(operation)
}

const isOfEntryPoint = ({ address }: { address: string }): boolean => entryPoints.has(address)

/** The event by which a known launchpad tells of the token. Anyone can have a launchpad name anyone. */
export const findAnnouncement = ({
  receipt,
  token,
  launchpads,
}: Pick<Creation, 'receipt' | 'token' | 'launchpads'>): AnnouncedToken | null =>
  receipt.isSuccess ? findCreationOf(token, receipt.logs, launchpads) : null

/**
 * The launchpad that made the token in this transaction. Where none of its events is known, any of them may name the
 * token, and the explorer and the code one block earlier have to show that it was made there.
 */
export function findLaunchpad(
  creation: Pick<Creation, 'receipt' | 'token' | 'explorerTx' | 'codeBefore' | 'launchpads'>,
): Launchpad | null {
  const announcement = findAnnouncement(creation)
  if (announcement) return announcement.launchpad
  const { receipt, token, launchpads } = creation
  if (!receipt.isSuccess || !isShownInside(creation)) return null
  const word = token.slice(2).padStart(64, '0')
  const naming = new Set(
    receipt.logs
      .filter(({ topics, data }) => topics.slice(1).includes(`0x${word}`) || listWords(data).includes(word))
      .map(({ address }) => address),
  )
  const isFactoryOfToken = ({ address, role }: Launchpad['contracts'][number]) =>
    role === 'factory' && naming.has(address)
  return launchpads.find(({ events, contracts }) => events.length === 0 && contracts.some(isFactoryOfToken)) ?? null
}

/** By the launchpad's event, or by its function. */
function isNamed(creation: Creation): boolean {
  const { receipt, token, wallet, namedCreator } = creation
  const announcement = findAnnouncement(creation)
  if (!announcement) return false
  const { creator, event } = announcement
  if (typeof creator === 'object' && ('getter' in creator ? namedCreator : creator.address) === wallet) return true
  const logs = receipt.logs.filter((log) => log.topics[0] === event.topic0 && findAddress(log, event.token) === token)
  return logs.some((log) => event.alsoNames?.some((place) => findAddress(log, place) === wallet))
}

const isSuccessor = ({ receipt, token, launchpads }: Creation): boolean =>
  receipt.logs.some((log) => findGraduation(log, launchpads)?.successor === token)

const listWords = (data: string): string[] => data.slice(2).match(/.{64}/g) ?? []

const toAddress = (word: string | undefined): string | undefined =>
  word !== undefined && /^0x0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(26)}` : undefined

const isTrue = (word: string | undefined): boolean => word !== undefined && /^0x0{63}1$/.test(word)
