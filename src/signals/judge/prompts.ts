import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'

/** The name of the versions that new scores can be made with. */
export const promptName = 'launch-score'

const share = Type.Number({ minimum: 0, maximum: 1 })
const points = Type.Number({ minimum: 0, maximum: 100 })
const forBoth = <T extends TSchema>(schema: T) => Type.Object({ meme: schema, image: schema })

const percent = Type.Integer({ minimum: 0, maximum: 100 })
/** By the names of the signals, in their order. */
const Weights = Type.Record(Type.String({ pattern: '^[a-z][a-z_]{1,30}$' }), percent, { additionalProperties: false })

const Gates = Type.Object({
  copycat: Type.Object({ least: points, most: points }),
  botBait: Type.Object({ most: points }),
  instruction: Type.Object({ most: points, reason: Type.String({ minLength: 1, maxLength: 240 }) }),
})
export type Gates = Static<typeof Gates>

const Criteria = Type.Object({
  /** Percent of the weighted mean. */
  weights: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
  /** The order of the criteria for each sample. */
  orders: Type.Array(Type.Array(Type.String()), { minItems: 1 }),
})

const Judging = Type.Object({
  /** Replaces white space in the data that the judge reads. */
  marker: Type.String({ minLength: 1, maxLength: 1 }),
  /** What the judge reads in place of a field that the submission lacks. No marked text has its white space. */
  absent: Type.Optional(Type.Object({ pitch: Type.String({ minLength: 1 }) })),
  criteria: forBoth(Criteria),
  combination: Type.Object({ trimmedShare: share, medianAboveSpread: points }),
  confidence: Type.Object({
    singleSampleMost: share,
    zeroAtDeviation: points,
    criteriaGap: Type.Object({ above: points, factor: share }),
    suspicious: Type.Object({ factor: share }),
    /** Applied when samples are missing. */
    cutShort: Type.Object({ factor: share }),
  }),
  /** Which verdicts are compared with one on covered texts. */
  counterfactual: Type.Optional(
    Type.Object({ from: points, most: points, mostWithoutDoubt: points, doubtless: share }),
  ),
  spread: Type.Object({ deviation: points, weight: Type.Number({ minimum: 0 }), factor: Type.Number() }),
})
export type Combination = Pick<Static<typeof Judging>, 'combination' | 'confidence' | 'spread' | 'counterfactual'>

const Tool = Type.Object({
  name: Type.String(),
  description: Type.String(),
  schema: Type.Object({
    type: Type.Literal('object'),
    additionalProperties: Type.Literal(false),
    required: Type.Array(Type.String()),
    properties: Type.Record(Type.String(), Type.Unknown()),
  }),
})

const ruleVersion = Type.String({ pattern: '^[a-z-]+@\\d+\\.\\d+\\.\\d+$' })
/** Rule sets of signals are listed under the names of the signals. */
const JudgeRules = Type.Object({
  clean: ruleVersion,
  scan: ruleVersion,
  spotlight: ruleVersion,
  content: ruleVersion,
  gates: ruleVersion,
  combine: ruleVersion,
  reason: ruleVersion,
  memory: ruleVersion,
  panel: ruleVersion,
  counterfactual: Type.Optional(ruleVersion),
  facts: Type.Optional(ruleVersion),
})

const Rules = Type.Intersect([JudgeRules, Type.Record(Type.String(), ruleVersion)])

export type RuleIds = Static<typeof JudgeRules> & Readonly<Record<string, string | undefined>>

export function getRuleId(rules: RuleIds, signal: string): string {
  const id = rules[signal]
  if (id === undefined) throw new Error(`rules.json names no rule set for ${signal}`)
  return id
}

/** The system text, the user text with its {{places}}, the tool and the criteria. */
interface JudgedPrompt {
  instructions: string
  userText: string
  /** The user text for covered texts. */
  coveredText?: string
  tool: Static<typeof Tool>
  criteria: Static<typeof Criteria>
}

export interface PromptVersion extends Combination {
  /** `<name>@<semver>` */
  id: string
  name: string
  major: number
  /** In order; the weights are whole percents, 100 together. */
  signals: { name: string; weight: number }[]
  rules: RuleIds
  gates: Gates
  marker: string
  /** Older versions show an empty field. */
  absent?: { pitch: string }
  reminder: string
  meme: JudgedPrompt
  image: JudgedPrompt
}

const root = join(import.meta.dirname, '../../../prompts')
/** Released folders never change, so a process reads each once. */
const loaded = new Map<string, PromptVersion>()

/** The newest version is active until an operator activates one. */
export function newestPrompt(): PromptVersion {
  const [newest] = listPrompts().filter(({ name }) => name === promptName)
  const prompt = newest && loadPrompt(newest.id)
  if (!prompt) throw new Error(`prompts/ has no version of ${promptName}`)
  return prompt
}

/** Throws when the folder is damaged. */
export function loadPrompt(version: string): PromptVersion | undefined {
  const known = loaded.get(version)
  if (known) return known
  // Only listed folders are read, so a version from a request can't name another path.
  const released = listPrompts().find(({ id }) => id === version)
  if (!released) return undefined
  const prompt = readVersion(released)
  loaded.set(prompt.id, prompt)
  return prompt
}

export interface PromptVersions {
  newest: () => PromptVersion
  find: (id: string) => PromptVersion | undefined
  /** The newest of each name first. */
  list: () => ReleasedVersion[]
}

interface ReleasedVersion {
  id: string
  name: string
  semver: string
}

export const listPrompts = (): ReleasedVersion[] =>
  foldersIn(root).flatMap((name) =>
    foldersIn(join(root, name))
      .filter((folder) => /^\d+\.\d+\.\d+$/.test(folder))
      .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((semver) => ({ id: `${name}@${semver}`, name, semver })),
  )

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

export const releasedVersions: PromptVersions = { newest: newestPrompt, find: loadPrompt, list: listPrompts }

function readVersion({ id, name, semver }: ReleasedVersion): PromptVersion {
  const folder = join(root, name, semver)
  const text = (file: string) => readFileSync(join(folder, file), 'utf8').trimEnd()
  const json = <T extends TSchema>(file: string, schema: T): Static<T> => {
    const value: unknown = JSON.parse(text(file))
    if (!Check(schema, value)) throw new Error(`${file} of ${id} is damaged`)
    return value
  }
  const tools = json('tool.json', forBoth(Tool))
  const { marker, absent, criteria, combination, confidence, spread, counterfactual } = json('judge.json', Judging)
  const judged = (signal: 'meme' | 'image'): JudgedPrompt => ({
    instructions: text(`${signal}.md`),
    userText: text(`${signal}-user.md`),
    ...(counterfactual && { coveredText: text(`${signal}-covered-user.md`) }),
    tool: tools[signal],
    criteria: criteria[signal],
  })
  return {
    id,
    name,
    major: Number(semver.split('.')[0]),
    signals: Object.entries(json('weights.json', Weights)).map(([name, weight]) => ({ name, weight })),
    rules: json('rules.json', Rules),
    gates: json('gates.json', Gates),
    marker,
    ...(absent && { absent }),
    combination,
    confidence,
    spread,
    ...(counterfactual && { counterfactual }),
    reminder: text('reminder.md'),
    meme: judged('meme'),
    image: judged('image'),
  }
}
