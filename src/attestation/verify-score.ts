import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { loadPrompt } from '../judge/prompts.ts'
import { parseAddress, toChecksumAddress } from '../platform/address.ts'
import { type Command, UsageError } from '../platform/command.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { findReplay } from '../scoring/store.ts'
import type { Check } from './check.ts'
import { checkReceipt } from './check-receipt.ts'
import { type Evidence, checkScore, isVerified } from './checks.ts'
import { type Exhibit, exhibitAt, exhibitHere } from './exhibit.ts'

type Hex = `0x${string}`
type VerifyDeps = Pick<Deps, 'db' | 'config' | 'chain' | 'attester' | 'clock'>

/** `score verify`: whether what a service answers is what was attested, by a node that the caller chose. */
export const verifyScoreCommand: Command<Deps> = {
  usage: 'score verify <id|url|uid> [--attester <address>] [--contract <address>]',
  summary: 'compare a score with its attestation on the chain, and compute again what can be',
  options: { attester: { type: 'string' }, contract: { type: 'string' } },
  run: async (deps, { positionals: [what = ''], options }) => {
    const pinned = {
      attester: addressOf('attester', options['attester']) ?? deps.attester?.address ?? null,
      contract: addressOf('contract', options['contract']) ?? deps.attester?.contract ?? null,
    }
    const { scoreId, checks } = await verifyScore(deps, { what, pinned })
    const verified = isVerified(checks)
    const json = { scoreId, verified, checks }
    return { lines: [...checks.map(lineOf), verdictOf(checks)], json, ...(!verified && { status: 1 as const }) }
  },
}

function addressOf(name: string, value: string | boolean | undefined): Hex | null {
  if (typeof value !== 'string') return null
  const parsed = parseAddress(value)
  if ('fault' in parsed) throw new UsageError(`--${name} ${parsed.fault}`)
  return toChecksumAddress(parsed.address) as Hex
}

async function verifyScore(
  deps: VerifyDeps,
  { what, pinned }: { what: string; pinned: Evidence['pinned'] },
): Promise<{ scoreId: string; checks: Check[] }> {
  const exhibit = await findExhibit(deps, what)
  const { score, place, receipt } = exhibit
  const evidence = {
    score,
    place,
    pinned,
    onChain: await askChain(deps, exhibit),
    weights: loadPrompt(score.promptVersion)?.weights ?? null,
    picture: await pictureOf(deps, exhibit),
    now: Math.floor(deps.clock.now().getTime() / 1000),
  }
  const checks = checkScore(evidence)
  if (receipt) checks.push(await checkReceipt(score, { ...receipt, signer: pinned.attester ?? receipt.signer }))
  return { scoreId: score.id, checks }
}

async function findExhibit(deps: VerifyDeps, what: string): Promise<Exhibit> {
  const exhibit = what.includes('://') ? await exhibitAt(what) : await exhibitHere(deps, what)
  if (!exhibit) throw new Error(`nothing is known here of ${what}`)
  return exhibit
}

/** Why the chain could not be asked is the answer then, not the end of the other checks. */
async function askChain({ chain }: VerifyDeps, { place }: Exhibit): Promise<Evidence['onChain']> {
  if (!place) return null
  if (!chain) return 'there is no node to ask: set CHAIN_RPC_URL and CHAIN_ID'
  if (chain.chainId !== place.chainId) return `it is on chain ${place.chainId}, CHAIN_ID is ${chain.chainId}`
  try {
    return await chain.findAttestation(place, AbortSignal.timeout(30_000))
  } catch (error) {
    if (error instanceof UpstreamError) return `the node could not be asked: ${error.message}`
    throw error
  }
}

async function pictureOf({ db }: VerifyDeps, { isHere, score }: Exhibit): Promise<Evidence['picture']> {
  const replay = isHere ? await findReplay(db, score.id) : undefined
  if (!replay) return null
  const { hash, bytes } = replay.picture
  return { keptAs: hash, actual: createHash('sha256').update(bytes).digest('hex') }
}

const lineOf = ({ name, kind, outcome, text }: Check) =>
  `${outcome.padEnd(8)}${kind.padEnd(7)}${name.padEnd(13)}${text}`

function verdictOf(checks: Check[]): string {
  const wrong = checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
  if (wrong.length > 0) return `NOT VERIFIED: ${wrong.join(', ')}`
  return 'verified: the record is the one that was attested; what is marked "trust" rests on somebody’s word'
}
