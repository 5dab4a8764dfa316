import type { Configured, Deps } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import { isUuid } from '../../contract/uuid.ts'
import { isSameName } from './rules/fold-name.ts'
import { decideBinding, findEligible, hasConsent } from './decide-binding.ts'
import { isDenied } from './denial-store.ts'
import { type ProofResult, proveToken } from './prove-token.ts'
import {
  type BoundLaunch,
  findBoundLaunch,
  findClaim,
  findRival,
  findSubmittedContract,
  insertBinding,
  lockBinding,
  lockRivals,
} from './binding-store.ts'

const timeoutMs = 60_000

/** launchscore outcome bind: checks a token as the job would; `--write` stores it if it is proven. */
export async function bindFoundCommand(
  deps: Deps,
  id: string,
  address: string,
  options: { write?: boolean },
): Promise<CommandResult> {
  if (!isUuid(id)) throw new UsageError(`${id} is not a score id`)
  const token = parseAddress(address)
  if ('fault' in token) throw new UsageError(`the token ${token.fault}`)
  const { proofSources, db } = deps
  if (!proofSources) throw new Error('CHAIN_RPC_URL is not set')
  const launch = await findBoundLaunch(db, id.toLowerCase())
  if (!launch) throw new Error(`no score ${id}`)
  const claim = {
    token: token.address,
    creatorAddress: launch.creatorAddress,
    creationHint: null,
    isSigned: false,
    isLate: true,
    submitted: await findSubmittedContract(db, launch, token.address),
  }
  const result = await proveToken(proofSources, claim, AbortSignal.timeout(timeoutMs))
  const obstacle = await findObstacle(deps, { launch, token: token.address, result })
  const isStored = options.write === true && obstacle === null
  const state = isStored ? await store({ ...deps, proofSources }, { launch, token: token.address, result }) : null
  const json = { ...describe(launch, token.address, result), obstacle, stored: state }
  const lines = [...format(json), obstacle ?? (isStored ? `stored as ${state}` : 'nothing is stored without --write')]
  return obstacle === null ? { lines, json } : { lines, json, failure: obstacle }
}

interface Checked {
  launch: BoundLaunch
  /** Lower case. */
  token: string
  result: ProofResult
}

/** Why the job would not bind the token; null: it would. */
async function findObstacle({ db, proofSources }: Deps, { launch, token, result }: Checked): Promise<string | null> {
  if (result.state === 'pending') return 'the chain does not show the creation yet'
  if (result.state === 'absent') return 'the explorer knows no such contract'
  if (result.state === 'unproven') return 'nothing shows that the wallet created the token'
  const chainId = proofSources?.creations.chainId ?? 0
  if (!isSameName(launch, result, result.nameAffix))
    return 'the token has another name or symbol, so that its creator has to sign'
  if (!hasConsent({ binding: { origin: 'found' }, launch, result }))
    return 'a launchpad only names the wallet, which did not send the creation, so that its creator has to sign'
  if (await isDenied(db, { chainId, token, creatorAddress: launch.creatorAddress }))
    return 'the creator has signed that the token is not theirs'
  const eligible = await findEligible(db, { binding: { chainId, token }, launch, result })
  if (eligible) return `the token belongs to the earlier score ${eligible.scoreId}`
  const rival = await findRival(db, { submissionId: launch.submissionId, chainId, token })
  if (rival) return `the ${rival.by} is bound already, by the binding ${rival.id}`
  return null
}

async function store(deps: Configured<'proofSources'>, { launch, token, result }: Checked) {
  const { db, clock, random, proofSources } = deps
  if (result.state !== 'proven') throw new Error('only a proven token is stored')
  const { submissionId } = launch
  const place = { submissionId, chainId: proofSources.creations.chainId, token }
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockRivals(tx, place)
    const times = { nextCheckAt: now, boundAt: now }
    const row = { id: random.uuid(), launch, ...place, signed: null, creationHint: result.creationTx }
    await insertBinding(tx, { ...row, ...times })
    const claim = await findClaim(tx, place)
    if (!claim) throw new Error('the binding was stored')
    const open = await lockBinding(tx, claim.id, ['pending', 'unproven'])
    // The launch may have been enrolled while the chain was asked.
    const current = open && (await findBoundLaunch(tx, open.scoreId))
    if (current) await decideBinding(deps, tx, { binding: open, launch: current, result, now })
    return (await findClaim(tx, place))?.state ?? null
  })
}

function describe(launch: BoundLaunch, token: string, result: ProofResult) {
  const known = result.state === 'proven' || result.state === 'unproven' ? result : null
  return {
    scoreRequestId: launch.scoreId,
    tokenAddress: toChecksumAddress(token),
    creatorAddress: toChecksumAddress(launch.creatorAddress),
    state: result.state,
    name: known?.name ?? null,
    symbol: known?.symbol ?? null,
    venue: known?.venue ?? null,
    createdAt: known?.createdAt.toISOString() ?? null,
    proofs: (known?.proofs ?? []).map(({ kind, txHash, blockNumber, call }) => ({
      kind,
      txHash,
      blockNumber: blockNumber === null ? null : Number(blockNumber),
      call,
    })),
  }
}

const format = ({ tokenAddress, state, name, symbol, proofs }: ReturnType<typeof describe>): string[] => [
  [tokenAddress, state, name && `${name} (${symbol ?? 'no symbol'})`].filter(Boolean).join('  '),
  ...proofs.map(({ kind, txHash, call }) => [kind.padEnd(9), txHash ?? call].join('  ')),
]
