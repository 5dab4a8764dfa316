import { type Hex, zeroAddress } from 'viem'
import { parseNonzeroAddress } from '../../contract/address.ts'
import { scoreSchemaId } from '../../contract/verification/claim.ts'
import type { Configured, Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import {
  deploymentProxy,
  encodeReaderSettings,
  indexers,
  type ReaderSettings,
  toReaderAddress,
} from '../providers/chain/reader-contract.ts'
import { followJob } from './follow-job.ts'
import { createNotConfiguredError } from './gas.ts'
import { enqueueJob } from './job-store.ts'

interface Options {
  chain?: string | undefined
  indexer?: string | undefined
}

/**
 * `reader deploy`: deploys the contract that lets other contracts read scores. Its address depends only on its settings,
 * so a second call finds the first one's contract.
 */
export async function deployReaderCommand(deps: Deps, options: Options, signal: AbortSignal): Promise<CommandResult> {
  const { attester } = deps
  if (!attester) throw createNotConfiguredError()
  checkChain(options.chain, attester.chainId)
  const settings = toSettings({ ...deps, attester }, options)
  const address = toReaderAddress(encodeReaderSettings(settings))
  const ending = AbortSignal.any([signal, AbortSignal.timeout(60_000)])
  if (!(await attester.hasCode(deploymentProxy, ending)))
    throw new Error(
      `chain ${attester.chainId} has no deployment proxy at ${deploymentProxy}; deploy contracts/LaunchscoreReader.sol yourself`,
    )
  const { isDone, obstacle } = await deploy({ ...deps, attester }, { settings, address }, ending)
  const reason = obstacle ? `, because ${obstacle}` : ''
  const line = isDone
    ? `the reader is at ${address} on chain ${attester.chainId}`
    : `the reader’s transaction is pending${reason}; the service completes it, and the reader will be at ${address}`
  const json = { address, chainId: attester.chainId, state: isDone ? 'deployed' : 'pending', ...settings }
  return { lines: [line], json }
}

/** Attestations are on one chain, and a contract can't read another one. */
function checkChain(given: string | undefined, chainId: number): void {
  if (given !== undefined && given !== String(chainId))
    throw new UsageError(`--chain must be ${chainId}, the chain of the attestations (CHAIN_ID)`)
}

function toSettings({ attester, config }: Configured<'attester'>, { indexer: given }: Options): ReaderSettings {
  const former = config.formerAttesters.filter((address) => address !== attester.address)
  const indexer = given === undefined ? (indexers[attester.chainId] ?? zeroAddress) : parseIndexer(given)
  return { contract: attester.contract, schemaId: scoreSchemaId, attesters: [attester.address, ...former], indexer }
}

function parseIndexer(text: string): Hex {
  if (text === 'none') return zeroAddress
  const result = parseNonzeroAddress(text)
  if ('fault' in result) throw new UsageError(`--indexer ${result.fault}`)
  return result.address as Hex
}

async function deploy(
  deps: Configured<'attester'>,
  { settings, address }: { settings: ReaderSettings; address: Hex },
  signal: AbortSignal,
): Promise<{ isDone: boolean; obstacle?: string }> {
  const { attester, db, clock, random } = deps
  const isReached = () => attester.hasCode(address, signal)
  if (await isReached()) return { isDone: true }
  const job = { kind: 'deploy', subject: encodeReaderSettings(settings) } as const
  await db.transaction().execute((tx) => enqueueJob(tx, { id: random.uuid(), ...job, now: clock.now() }))
  return followJob(deps, job, { isReached, failure: 'the reader can’t be deployed' }, signal)
}
