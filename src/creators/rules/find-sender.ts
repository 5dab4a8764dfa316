import { findSender } from '../../providers/chain/entry-points.ts'

/** `ExecutionSuccess(bytes32,uint256)` of a Safe, whose transactions anybody may send. */
const safeExecution = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'

interface Transaction {
  /** All hex is lower-case. */
  from: string
  logs: { address: string; topics: string[] }[]
}

/**
 * Who launched by a transaction: its sender, or that of its only user operation. null: it can't be told, since a bundler sends
 * operations of several wallets, anybody a Safe's transaction, and a relay launches for others.
 */
export function findLaunchSender(transaction: Transaction, relays: ReadonlySet<string>): string | null {
  if (transaction.logs.some(({ topics }) => topics[0] === safeExecution)) return null
  const sender = findSender(transaction)
  return sender === null || relays.has(sender) ? null : sender
}
