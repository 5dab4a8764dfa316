import type { Deps, Tx } from '../deps.ts'
import { type Command, UsageError } from '../platform/command.ts'
import { normaliseText } from '../platform/text.ts'
import { actor } from './actor.ts'
import { hashOf, keyOf, prefixOf } from './key-form.ts'
import { type Tier, tiers } from './schemas.ts'
import { announceChange, insertAudit, insertKey } from './store.ts'

type IssueDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'random'>

/** launchscore keys issue */
export const issueKeyCommand: Command<Deps> = {
  usage: `keys issue --tier ${tiers.join('|')} --label <text> --owner <text>`,
  summary: 'issue an API key; it is shown this once',
  options: { tier: { type: 'string' }, label: { type: 'string' }, owner: { type: 'string' } },
  run: async (deps, { options }) => {
    const request = { tier: tierOf(options['tier']), label: lineOf('label', options), owner: lineOf('owner', options) }
    const issued = await issueKey(deps, { ...request, actor: actor() })
    return { lines: linesFor(issued), json: issued }
  },
}

/** What is shown once, when a key is made. */
export interface IssuedKey {
  id: string
  prefix: string
  key: string
  tier: Tier
  label: string
  owner: string
  createdAt: string
}

export const linesFor = ({ key, prefix, tier, label, owner }: IssuedKey): string[] => [
  key,
  `prefix ${prefix}, tier ${tier}, label ${label}, owner ${owner}`,
  'It is not shown again: only its hash is kept.',
]

function tierOf(given: unknown): Tier {
  const tier = tiers.find((tier) => tier === given)
  if (!tier) throw new UsageError(`--tier must be one of ${tiers.join(', ')}`)
  return tier
}

function lineOf(name: string, options: Record<string, unknown>): string {
  const given = options[name]
  if (typeof given !== 'string' || given.trim() === '') throw new UsageError(`--${name} is missing`)
  const result = normaliseText(given, 'line')
  if ('fault' in result) throw new UsageError(`--${name} ${result.fault}`)
  if (Array.from(result.text).length > longest)
    throw new UsageError(`--${name} must have at most ${longest} characters`)
  return result.text
}

const longest = 100

interface Request {
  tier: Tier
  label: string
  owner: string
  actor: string
}

/** Issues a key. Nobody can read it afterwards. */
export async function issueKey(deps: IssueDeps, request: Request): Promise<IssuedKey> {
  const issued = await deps.db.transaction().execute((tx) => makeKey(deps, tx, request))
  deps.keys.forget(issued.prefix)
  return issued
}

/** Makes a key, the first of its kind or the successor of those with this root, in the transaction of what asks for it. */
export async function makeKey(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { tier, label, owner, actor, rootId }: Request & { rootId?: string },
): Promise<IssuedKey> {
  const [id, createdAt, key] = [random.uuid(), clock.now(), keyOf(Buffer.from(random.hex(32), 'hex'))]
  const prefix = prefixOf(key)
  await insertKey(tx, {
    id,
    root_id: rootId ?? id,
    prefix,
    hash: hashOf(key).toString('hex'),
    tier,
    label,
    owner,
    created_at: createdAt,
    last_used_at: null,
    ends_at: null,
    revoked_at: null,
  })
  await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'issued', actor, doneAt: createdAt })
  await announceChange(tx, prefix)
  return { id, prefix, key, tier, label, owner, createdAt: createdAt.toISOString() }
}
