import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, type TProperties, Type } from 'typebox'
import { Errors } from 'typebox/value'
import type { OutcomeVenuesConfig } from '../../config/read-market.ts'
import { ConfigError } from '../../platform/env.ts'
import { checkValue } from '../../platform/values.ts'

/** Unknown fields are refused: they would be misspelt ones. */
const strict = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: false })

const Address = Type.String({ pattern: '^0x[0-9a-f]{40}$' })
const Topic = Type.String({ pattern: '^0x[0-9a-f]{64}$' })

const Place = Type.Union(
  [
    Type.Object({ topic: Type.Integer({ minimum: 1, maximum: 3 }) }, { additionalProperties: false }),
    Type.Object({ word: Type.Integer({ minimum: 0, maximum: 99 }) }, { additionalProperties: false }),
    Type.Object(
      {
        tuple: Type.Object({
          word: Type.Integer({ minimum: 0, maximum: 99 }),
          field: Type.Integer({ minimum: 0, maximum: 99 }),
        }),
      },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      'Where an address is in a log: a topic, a word of the data, or a field of a tuple whose offset is in a word',
  },
)
export type Place = Static<typeof Place>

const Selector = Type.String({ pattern: '^0x[0-9a-f]{8}$' })
const Word = Type.Integer({ minimum: 0, maximum: 99 })

const Getter = strict({
  name: Type.String(),
  selector: Selector,
  of: Type.Union([Type.Literal('contract'), Type.Literal('token')], {
    description: 'Whose function it is; that of the contract takes the token. The creator is the first word it returns',
  }),
})
export type Getter = Static<typeof Getter>

const CreationEvent = strict({
  name: Type.Union([Type.String(), Type.Null()], { description: 'null: only the topic is known' }),
  signature: Type.Optional(Type.String()),
  topic0: Topic,
  token: Place,
  creator: Type.Union([Place, strict({ getter: Getter }), Type.Literal('sender'), Type.Literal('nobody')], {
    description: 'Whom the launchpad names; `sender`: who sent the creation; `nobody`: it names no creator',
  }),
  alsoNames: Type.Optional(
    Type.Array(Place, {
      description: 'Others whom the event names and who may claim the token, but aren’t its creator',
    }),
  ),
  kind: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
})
export type CreationEvent = Static<typeof CreationEvent>

const Graduation = strict({
  name: Type.String(),
  topic0: Topic,
  token: Place,
  successor: Type.Optional(Place),
})

/** Where a token's description, image and links are; they are untrusted. */
const TextSource = Type.Union([
  strict({
    of: Type.Literal('token'),
    name: Type.String(),
    selector: Selector,
    form: Type.Enum(['uri', 'cid', 'image', 'json'], {
      description: 'uri: of a document; cid: of a document on IPFS; image: of the image; json: the document itself',
    }),
  }),
  strict({
    of: Type.Literal('contract'),
    name: Type.String(),
    selector: Selector,
    words: strict({
      description: Type.Optional(Word),
      image: Type.Optional(Word),
      twitter: Type.Optional(Word),
      telegram: Type.Optional(Word),
      website: Type.Optional(Word),
    }),
  }),
])
export type TextSource = Static<typeof TextSource>

const PlatformTax = strict({
  buyPercent: Type.Number({ minimum: 0, maximum: 100 }),
  sellPercent: Type.Number({ minimum: 0, maximum: 100 }),
  sniperPercent: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: 'What buyers pay right after the launch; it falls from then on',
  }),
  sniperSeconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'After this time it is over at the latest',
  }),
  note: Type.String(),
})
/** What the launchpad itself takes from each trade, whatever the creator chose. */
export type PlatformTax = Static<typeof PlatformTax>

const Contract = strict({
  address: Address,
  role: Type.Enum(['factory', 'relay', 'hook', 'holder', 'other'], {
    description:
      'factory: its events tell of new tokens; relay: a contract or a wallet that launches for others; hook, holder: it moves liquidity by rules of its own. None of them is ever a creator',
  }),
  label: Type.String(),
  startBlock: Type.Optional(Type.Integer({ minimum: 0 })),
  confidence: Type.Optional(Type.String()),
})

const Id = Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,31}$' })

const Launchpad = strict({
  id: Id,
  venue: Type.Optional({ ...Id, description: 'Its name in bindings and in the record, where that isn’t the id' }),
  name: Type.String(),
  contracts: Type.Array(Contract),
  events: Type.Array(CreationEvent),
  graduations: Type.Array(Graduation),
  nameAffix: strict({ prefix: Type.String(), suffix: Type.String() }),
  hasCurve: Type.Boolean({
    description: 'It sells its tokens on a curve first, of which market data may show nothing',
  }),
  texts: Type.Array(TextSource),
  liquidity: Type.Union([Type.String(), Type.Null()]),
  fees: Type.Union([Type.String(), Type.Null()]),
  platformTax: Type.Union([PlatformTax, Type.Null()], { description: 'null: none is known' }),
  confidence: Type.String(),
  sources: Type.Array(Type.String()),
})
export type Launchpad = Static<typeof Launchpad>

const Quote = strict({
  symbol: Type.String(),
  address: Address,
  kind: Type.Enum(['native', 'dollar', 'other'], {
    description: 'native: the chain’s coin or its wrapped form; dollar: worth one; other: priced by the market',
  }),
  decimals: Type.Integer({ minimum: 0, maximum: 36 }),
})
/** A token that counts as money in a pool. */
export type Quote = Static<typeof Quote>

const LaunchpadFile = strict({
  chainId: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  checkedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  quotes: Type.Array(Quote),
  launchpads: Type.Array(Launchpad),
  unconfirmed: Type.Array(strict({ what: Type.String(), address: Type.Union([Address, Type.Null()]) }), {
    description: 'What isn’t known and therefore left out',
  }),
})
export type LaunchpadFile = Static<typeof LaunchpadFile>

/** The built-in files: one for each chain. */
export const launchpadsFolder = join(import.meta.dirname, '../../../launchpads')

/**
 * Reads every JSON file of the folders. Throws an `Error` that names the file and its first fault. A launchpad of a later
 * folder replaces the one of the same chain and id.
 */
export function readLaunchpadFiles(folders: string[]): LaunchpadFile[] {
  const read = folders.map((folder) => readFolder(folder))
  return read.flatMap((files, at) => files.map((file) => dropReplaced(file, read.slice(at + 1).flat())))
}

function dropReplaced(file: LaunchpadFile, later: LaunchpadFile[]): LaunchpadFile {
  const replaced = new Set(listLaunchpads(later, file.chainId).map(({ id }) => id))
  return { ...file, launchpads: file.launchpads.filter(({ id }) => !replaced.has(id)) }
}

function readFolder(folder: string): LaunchpadFile[] {
  const paths = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => join(folder, file))
  const seen = new Map<string, string>()
  return paths.map((path) => {
    const file = parseLaunchpadFile(path, readFileSync(path, 'utf8'))
    for (const { id } of file.launchpads) {
      const key = `${file.chainId} ${id}`
      const other = seen.get(key)
      if (other !== undefined)
        throw new Error(`${path}: the launchpad ${id} of chain ${file.chainId} is in ${other} too`)
      seen.set(key, path)
    }
    return file
  })
}

function parseLaunchpadFile(path: string, text: string): LaunchpadFile {
  const value = parseJson(path, text)
  if (checkValue(LaunchpadFile, value)) return value
  const faults = Errors(LaunchpadFile, value)
  const fault = faults.toSorted((a, b) => b.instancePath.length - a.instancePath.length)[0]
  throw new Error(`${path}: ${fault?.instancePath || 'the file'} ${fault?.message ?? 'has another form'}`)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is no JSON`)
  }
}

/** The built-in files and those of LAUNCHPADS_DIR. Throws `ConfigError`. */
export function openLaunchpadFiles(operatorsFolder: string | null): LaunchpadFile[] {
  try {
    return readLaunchpadFiles(operatorsFolder === null ? [launchpadsFolder] : [launchpadsFolder, operatorsFolder])
  } catch (error) {
    if (operatorsFolder === null || !(error instanceof Error)) throw error
    throw new ConfigError([`LAUNCHPADS_DIR: ${error.message}`])
  }
}

/** The launchpads of a chain, whose files may be several. */
export const listLaunchpads = (files: LaunchpadFile[], chainId: number): Launchpad[] =>
  files.filter((file) => file.chainId === chainId).flatMap(({ launchpads }) => launchpads)

/** What counts as money on a chain. */
export const listFileQuotes = (files: LaunchpadFile[], chainId: number): Quote[] =>
  files.filter((file) => file.chainId === chainId).flatMap(({ quotes }) => quotes)

/** The name of a launchpad in bindings and in the record. */
export const toVenue = ({ id, venue }: Launchpad): string => venue ?? id

/** Contracts and wallets that make tokens for others or move their liquidity: a token's creator is never one of them. */
export const isOfLaunchpad = (address: string, launchpads: Launchpad[]): boolean =>
  launchpads.some(({ contracts }) => contracts.some((one) => one.address === address))

/** The launchpads of OUTCOME_VENUES, by their names. */
export function toLaunchpads(venues: OutcomeVenuesConfig['outcomeVenues']): Launchpad[] {
  const named = Object.entries(Object.groupBy(venues, ({ venue }) => venue))
  return named.map(([id, entries = []]) => ({
    id,
    name: id,
    contracts: entries.map(({ contract, naming }) => ({
      address: contract,
      role: naming ? ('factory' as const) : ('relay' as const),
      label: 'OUTCOME_VENUES',
    })),
    events: entries.flatMap(({ naming }) => (naming ? [toEvent(naming)] : [])),
    graduations: [],
    nameAffix: { prefix: '', suffix: '' },
    hasCurve: entries.some(({ naming }) => naming?.hasCurve),
    texts: [],
    liquidity: null,
    fees: null,
    platformTax: null,
    confidence: 'operator',
    sources: [],
  }))
}

type Naming = NonNullable<OutcomeVenuesConfig['outcomeVenues'][number]['naming']>

/** Of several topics that name the creator, the last is the creator. */
function toEvent({ event, token, creators }: Naming): CreationEvent {
  const places = creators.map((topic) => ({ topic }))
  return { name: null, topic0: event, token, creator: places.at(-1) ?? 'nobody', alsoNames: places.slice(0, -1) }
}
