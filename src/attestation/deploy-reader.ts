import { setTimeout as pause } from 'node:timers/promises'
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
import { advanceAttestations } from './advance-attestations.ts'
import { createNotConfiguredError } from './gas.ts'
import { insertJob, requeueFailed } from './job-store.ts'
import { describeObstacle } from './revoke-attestation.ts'
import { findJobError } from './store.ts'

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
  const { isDeployed, obstacle } = await deploy({ ...deps, attester }, { settings, address }, ending)
  const reason = obstacle ? `, because ${obstacle}` : ''
  const line = isDeployed
    ? `the reader is at ${address} on chain ${attester.chainId}`
    : `the reader’s transaction is pending${reason}; the service completes it, and the reader will be at ${address}`
  const json = { address, chainId: attester.chainId, state: isDeployed ? 'deployed' : 'pending', ...settings }
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
): Promise<{ isDeployed: boolean; obstacle?: string }> {
  if (await deps.attester.hasCode(address, signal)) return { isDeployed: true }
  const job = { kind: 'deploy', subject: encodeReaderSettings(settings) } as const
  await enqueueDeployment(deps, job)
  for (;;) {
    const found = await findJobError(deps.db, job)
    if (found?.isQueued) return { isDeployed: false, obstacle: describeObstacle(found.error) }
    if (found) throw new Error(`the reader can’t be deployed: ${found.error}`)
    await advanceAttestations(deps, signal).catch((fault: Error) =>
      deps.log.warn({ reason: fault.message }, 'a publishing round failed'),
    )
    if (signal.aborted) return { isDeployed: false }
    if (await deps.attester.hasCode(address, signal)) return { isDeployed: true }
    await pause(200, undefined, { signal }).catch(() => {})
  }
}

async function enqueueDeployment({ db, clock, random }: Deps, job: { kind: 'deploy'; subject: string }): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const isNew = await insertJob(tx, { id: random.uuid(), ...job, now })
    if (!isNew) await requeueFailed(tx, job, { now, isNonceSpent: true })
  })
}
