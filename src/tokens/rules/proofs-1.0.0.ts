import { getWord } from '../../platform/abi-words.ts'
import type { CreationReceipt } from '../../providers/chain/creation-receipt.ts'
import { beforeExecutionTopic, type Factory, type Maker, userOperationTopic, entryPoints } from './venues-1.0.0.ts'

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
  factories: Factory[]
  makers: Maker[]
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
  if (findNaming(creation) || (creation.namedCreator === wallet && findMaker(creation))) proofs.push('named')
  return proofs
}

/** Those who caused a transaction: its sender, and that of its user operation if it holds exactly one. */
export function listSenders({ from, logs }: Pick<CreationReceipt, 'from' | 'logs'>): string[] {
  const operations = logs.filter((log) => isOfEntryPoint(log) && log.topics[0] === userOperationTopic)
  const sender = operations.length === 1 ? toAddress(operations[0]?.topics[2]) : undefined
  return sender === undefined ? [from] : [from, sender]
}

/** Whoever sent a transaction: of its only user operation if it has one, since a bundler sends those; null: it has several. */
export function findSender({ from, logs }: Pick<CreationReceipt, 'from' | 'logs'>): string | null {
  const operations = logs.filter((log) => isOfEntryPoint(log) && log.topics[0] === userOperationTopic)
  if (operations.length === 0) return from
  return operations.length === 1 ? (toAddress(operations[0]?.topics[2]) ?? null) : null
}

/** A log of the token shows only that it was there: a purchase often lies in the block of the creation. */
const isMadeInside = ({
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

/** The event of a known factory that names the token and the wallet. Anyone can name anyone. */
export const findNaming = ({
  receipt,
  token,
  wallet,
  factories,
}: Pick<Creation, 'receipt' | 'token' | 'wallet' | 'factories'>): Factory | undefined =>
  factories.find((factory) =>
    receipt.logs.some(
      ({ address, topics, data }) =>
        address === factory.contract &&
        topics[0] === factory.event &&
        toAddress('topic' in factory.token ? topics[factory.token.topic] : getWord(data, factory.token.word)) ===
          token &&
        factory.creators.some((topic) => toAddress(topics[topic]) === wallet),
    ),
  )

/**
 * The launchpad that made the token in this transaction, as its announcement tells. Where no announcement is known any of its
 * events may name the token, and the explorer and the code one block earlier have to show that it was made there.
 */
export const findMaker = (
  creation: Pick<Creation, 'receipt' | 'token' | 'explorerTx' | 'codeBefore' | 'makers'>,
): Maker | undefined => {
  const { receipt, token, makers } = creation
  const word = token.slice(2).padStart(64, '0')
  const isNamedBy = (contract: string) =>
    receipt.logs.some(
      ({ address, topics, data }) =>
        address === contract && (topics.slice(1).includes(`0x${word}`) || listWords(data).includes(word)),
    )
  const isAnnouncedBy = ({ contract, announcement }: Maker) =>
    receipt.logs.some(
      ({ address, topics }) => address === contract && topics[0] === announcement && topics[1] === `0x${word}`,
    )
  if (!receipt.isSuccess) return undefined
  return makers.find((maker) => isAnnouncedBy(maker) || (isMadeInside(creation) && isNamedBy(maker.contract)))
}

const isSuccessor = ({ receipt, token, makers }: Creation): boolean =>
  receipt.logs.some(
    ({ address, topics, data }) =>
      makers.some(({ contract, graduation }) => address === contract && graduation === topics[0]) &&
      toAddress(getWord(data, 0)) === token,
  )

const listWords = (data: string): string[] => data.slice(2).match(/.{64}/g) ?? []

export const toAddress = (word: string | undefined): string | undefined =>
  word !== undefined && /^0x0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(26)}` : undefined

const isTrue = (word: string | undefined): boolean => word !== undefined && /^0x0{63}1$/.test(word)
