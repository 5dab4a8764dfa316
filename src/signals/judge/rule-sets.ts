import type { Combination, Gates, PromptVersion } from './prompts.ts'
import * as clean110 from './rules/clean-1.1.0.ts'
import type { CleanText } from './rules/clean-1.1.0.ts'
import type { Sample } from './rules/combine-1.0.0.ts'
import * as combine110 from './rules/combine-1.1.0.ts'
import type { Spread } from './rules/combine-1.1.0.ts'
import * as content110 from './rules/content-1.1.0.ts'
import * as counterfactual120 from './rules/counterfactual-1.2.0.ts'
import * as facts120 from './rules/facts-1.2.0.ts'
import * as gates110 from './rules/gates-1.1.0.ts'
import type { Gated, GateName } from './rules/gates-1.1.0.ts'
import * as memory100 from './rules/memory-1.0.0.ts'
import * as memory120 from './rules/memory-1.2.0.ts'
import * as panel100 from './rules/panel-1.0.0.ts'
import * as reason110 from './rules/reason-1.1.0.ts'
import * as scan110 from './rules/scan-1.1.0.ts'
import * as scan120 from './rules/scan-1.2.0.ts'
import type { Hit, PictureText } from './rules/scan-1.2.0.ts'
import * as spotlight100 from './rules/spotlight-1.0.0.ts'

/** `applyGates` is a method, so that a version may know fewer kinds of hits. */
export interface JudgeRules {
  cleanText: (raw: string) => CleanText
  markData: (text: string, marker: string) => string
  fillTemplate: (template: string, values: Record<string, string>) => string
  contentTexts: (texts: Record<string, string>) => Record<string, string>
  keptVerdict: (verdict: unknown) => unknown
  scan: (texts: string[], picture?: PictureText) => Hit[]
  applyGates(
    gates: Gates,
    judged: { verdict: Gated; hits: Hit[]; isKnownCopy?: boolean },
  ): { score: number; held: GateName[]; most: number }
  weighCriteria: (criteria: Record<string, number>, weights: Record<string, number>) => number
  combine: (samples: (Sample & { most: number })[], rules: Combination, isCutShort?: boolean) => Combined
  publicReason: (text: string) => string
  memory: { markKnownCopy: <V extends object>(verdict: V, copyOf: string | null) => V }
  panel: Pick<typeof panel100, 'combinePanel'>
  judgedFacts?: typeof facts120.judgedFacts
  counterfactual?: Pick<typeof counterfactual120, 'planCounterfactual' | 'isLowered' | 'isWithoutDoubt'>
}

/** What the samples of a verdict say together. */
export interface Combined {
  score: number
  confidence: number
  spread: Spread
}

type Sets<Name extends keyof JudgeRules> = Record<string, Pick<Required<JudgeRules>, Name>>

interface RuleSets {
  clean: Sets<'cleanText'>
  spotlight: Sets<'markData' | 'fillTemplate'>
  content: Sets<'contentTexts' | 'keptVerdict'>
  scan: Sets<'scan'>
  gates: Sets<'applyGates'>
  combine: Sets<'combine' | 'weighCriteria'>
  reason: Sets<'publicReason'>
  memory: Sets<'memory'>
  panel: Sets<'panel'>
  counterfactual: Sets<'counterfactual'>
  facts: Sets<'judgedFacts'>
}

const ruleSets: RuleSets = {
  clean: { [clean110.cleanRules]: clean110 },
  spotlight: { [spotlight100.spotlightRules]: spotlight100 },
  content: { [content110.contentRules]: content110 },
  scan: { [scan110.scanRules]: { scan: toOlderScan(scan110.scan) }, [scan120.scanRules]: scan120 },
  gates: { [gates110.gatesRules]: gates110 },
  combine: { [combine110.combineRules]: combine110 },
  reason: { [reason110.reasonRules]: reason110 },
  memory: { [memory100.memoryRules]: { memory: memory100 }, [memory120.memoryRules]: { memory: memory120 } },
  panel: { [panel100.panelRules]: { panel: panel100 } },
  counterfactual: { [counterfactual120.counterfactualRules]: { counterfactual: counterfactual120 } },
  facts: { [facts120.factsRules]: facts120 },
}

/** Caches scans: the samples of a judgement mostly show the same texts. */
export const findJudgeRules = ({ rules }: Pick<PromptVersion, 'rules'>): JudgeRules => ({
  ...findRuleSet(ruleSets.clean, rules.clean),
  ...findRuleSet(ruleSets.spotlight, rules.spotlight),
  ...findRuleSet(ruleSets.content, rules.content),
  scan: rememberHits(findRuleSet(ruleSets.scan, rules.scan).scan),
  ...findRuleSet(ruleSets.gates, rules.gates),
  ...findRuleSet(ruleSets.combine, rules.combine),
  ...findRuleSet(ruleSets.reason, rules.reason),
  ...findRuleSet(ruleSets.memory, rules.memory),
  ...findRuleSet(ruleSets.panel, rules.panel),
  ...(rules.counterfactual !== undefined && findRuleSet(ruleSets.counterfactual, rules.counterfactual)),
  ...(rules.facts !== undefined && findRuleSet(ruleSets.facts, rules.facts)),
})

/** Older rules read the words of a picture like any other text. */
function toOlderScan(scan: (texts: string[]) => Hit[]): JudgeRules['scan'] {
  return (texts, picture) => scan(picture ? [...texts, picture.text] : texts)
}

function rememberHits(scan: JudgeRules['scan']): JudgeRules['scan'] {
  const known = new Map<string, ReturnType<JudgeRules['scan']>>()
  return (texts, picture) => {
    const key = JSON.stringify([texts, picture])
    const hits = known.get(key) ?? scan(texts, picture)
    known.set(key, hits)
    return hits
  }
}

/** Which earlier submissions cap their copies: all enrolled ones, or those with weight (D111). */
const cappedCopies: Record<string, 'enrolled' | 'weighty'> = {
  [memory100.memoryRules]: 'enrolled',
  [memory120.memoryRules]: 'weighty',
}

export type CappedCopies = 'enrolled' | 'weighty'

export const findCappedCopies = ({ memory }: PromptVersion['rules']): CappedCopies => findRuleSet(cappedCopies, memory)

/** Throws for an unknown id: the prompt version's `rules.json` is wrong. */
export function findRuleSet<T>(sets: Record<string, T>, id: string): T {
  const found = Object.hasOwn(sets, id) ? sets[id] : undefined
  if (found === undefined) throw new Error(`Unknown rule set ${id}`)
  return found
}
