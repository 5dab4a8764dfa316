/** ERC-4337's EntryPoints 0.6 to 0.9, the same on every chain. */
export const entryPoints: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
])

export const userOperationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
export const beforeExecutionTopic = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'

/** All hex is lower-case. */
interface Sent {
  from: string
  logs: { address: string; topics: string[] }[]
}

/** Whoever sent a transaction: of its only user operation if it has one, since a bundler sends those; null: it has several. */
export function findSender({ from, logs }: Sent): string | null {
  const operations = logs.filter(({ address, topics }) => topics[0] === userOperationTopic && entryPoints.has(address))
  if (operations.length === 0) return from
  const [, digits] = /^0x0{24}([0-9a-f]{40})$/.exec(operations[0]?.topics[2] ?? '') ?? []
  return operations.length > 1 || digits === undefined ? null : `0x${digits}`
}
