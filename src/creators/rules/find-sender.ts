/** ERC-4337's EntryPoints 0.6 to 0.9, the same on every chain. */
const entryPoints: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
])
/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` of an EntryPoint. */
const userOperation = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
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
export function findLaunchSender({ from, logs }: Transaction, relays: ReadonlySet<string>): string | null {
  const operations = logs.filter(({ address, topics }) => topics[0] === userOperation && entryPoints.has(address))
  if (logs.some(({ topics }) => topics[0] === safeExecution)) return null
  const sender = operations.length === 0 ? from : operations[0]?.topics[2]?.replace(/^0x0{24}/, '0x')
  if (operations.length > 1 || sender?.length !== 42 || relays.has(sender)) return null
  return sender
}
