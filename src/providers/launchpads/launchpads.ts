import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

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

const Getter = Type.Object({
  name: Type.String(),
  selector: Type.String({ pattern: '^0x[0-9a-f]{8}$' }),
  of: Type.Union([Type.Literal('contract'), Type.Literal('token')], {
    description: 'Whose function it is; that of the contract takes the token',
  }),
})
export type Getter = Static<typeof Getter>

const CreationEvent = Type.Object({
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  signature: Type.Optional(Type.String()),
  topic0: Topic,
  token: Place,
  creator: Type.Union(
    [
      Place,
      Type.Object({ getter: Getter }, { additionalProperties: false }),
      Type.Literal('sender'),
      Type.Literal('nobody'),
    ],
    { description: 'Whom the launchpad names; `sender`: who sent the creation; `nobody`: such tokens have no creator' },
  ),
  kind: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
})
export type CreationEvent = Static<typeof CreationEvent>

const Graduation = Type.Object({
  name: Type.String(),
  topic0: Topic,
  token: Place,
  successor: Type.Optional(Place),
})

const Contract = Type.Object({
  address: Address,
  role: Type.Union(
    ['factory', 'relay', 'hook', 'holder', 'other'].map((role) => Type.Literal(role)),
    {
      description:
        'factory: its events tell of new tokens; relay: it launches for others and is never a creator; hook, holder: it moves liquidity by rules of its own',
    },
  ),
  label: Type.String(),
  startBlock: Type.Optional(Type.Integer({ minimum: 0 })),
  confidence: Type.Optional(Type.String()),
})

const Launchpad = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,31}$' }),
  name: Type.String(),
  contracts: Type.Array(Contract),
  events: Type.Array(CreationEvent),
  graduations: Type.Array(Graduation),
  nameAffix: Type.Object({ prefix: Type.String(), suffix: Type.String() }),
  hasCurve: Type.Boolean(),
  liquidity: Type.Union([Type.String(), Type.Null()]),
  fees: Type.Union([Type.String(), Type.Null()]),
  confidence: Type.String(),
  sources: Type.Array(Type.String()),
})
export type Launchpad = Static<typeof Launchpad>

const LaunchpadFile = Type.Object({
  chainId: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  checkedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  quotes: Type.Array(Type.Object({ symbol: Type.String(), address: Address })),
  launchpads: Type.Array(Launchpad),
})
export type LaunchpadFile = Static<typeof LaunchpadFile>

/** The built-in files: one for each chain. */
export const launchpadsFolder = join(import.meta.dirname, '../../../launchpads')

/** Reads every JSON file of the folders. Throws an `Error` that names the file and the place of its first fault. */
export function readLaunchpadFiles(folders: string[]): LaunchpadFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => join(folder, file)),
  )
  return paths.map((path) => parseLaunchpadFile(path, readFileSync(path, 'utf8')))
}

function parseLaunchpadFile(path: string, text: string): LaunchpadFile {
  const value: unknown = JSON.parse(text)
  if (Value.Check(LaunchpadFile, value)) return value
  const [fault] = Value.Errors(LaunchpadFile, value)
  throw new Error(`${path}: ${fault?.instancePath ?? ''} ${fault?.message ?? 'is not a launchpad file'}`)
}

/** The launchpads of a chain, whose files may be several. */
export const listLaunchpads = (files: LaunchpadFile[], chainId: number): Launchpad[] =>
  files.filter((file) => file.chainId === chainId).flatMap(({ launchpads }) => launchpads)
