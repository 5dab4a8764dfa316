import type { ApiChange, Incident } from '../news.ts'
import type { VersionSignal } from './home.ts'

/** How scores are made by the active version. */
export interface ScoringFacts {
  promptVersion: string
  /** In the version's order. */
  signals: VersionSignal[]
  /** The ids of the rule sets. */
  rules: string[]
  /** The highest possible verdict, whatever the judge says. */
  caps: { copycat: { least: number; most: number }; botBait: number; instruction: number }
  /** The criteria of the signals that the judge rates, with their weights in whole per cents. */
  criteria: Record<string, Record<string, number>>
}

/** The changes of a version in a file. */
export interface PromptChange {
  file: string
  lines: { kind: 'same' | 'gone' | 'new' | 'cut'; text: string }[]
}

export interface PromptRelease {
  id: string
  /** New scores are made with it. */
  isActive: boolean
  /** Of the names and hashes of all its files. */
  sha256: string
  /** Those of its folder, and the modules of the rules that it names. */
  files: { name: string; sha256: string }[]
  /** The version that it is compared with; null: it is the first. */
  since: string | null
  changes: PromptChange[]
  /** The newest first. */
  activations: { activatedAt: string; reason: string }[]
}

/** The attester of this deployment, and its schema. */
export interface AttesterFacts {
  address: string
  contract: string
  chainId: number
  schemaId: string
  schema: string
}

/** A figure of an evaluation, and the bound that it had to keep. */
export interface EvaluationFigure {
  /** null: too little was measured. Shares run from 0 to 1. */
  value: number | null
  least: number | null
  most: number | null
  isMissed: boolean
}

export type EvaluationMetric = 'spearman' | 'error' | 'bandAgreement' | 'repeatDeviation' | 'bandChanges'

/** One run of the calibration and red-team sets. */
export interface EvaluationFacts {
  id: string
  promptVersion: string
  model: string
  finishedAt: string
  hasPassed: boolean
  /** How many pitches, pictures and attacks the sets have. */
  pitches: number
  pictures: number
  attacks: number
  repeats: number
  figures: { metric: EvaluationMetric; meme: EvaluationFigure; image: EvaluationFigure }[]
  halves: RedTeamFacts[]
}

/** The attacks that the rules were tuned on, or those that no rule was tuned on. */
export interface RedTeamFacts {
  half: 'tuned' | 'heldOut'
  /** `low` and `high` are Wilson's interval at 95 %; null: no attack has a known outcome. */
  attackSuccess: EvaluationFigure & { low: number | null; high: number | null }
  falseCaps: EvaluationFigure
  twinLosses: EvaluationFigure
}

/** One day of the anchors. */
export interface AnchorFacts {
  id: string
  finishedAt: string
  mean: number
  /** Points since the first run of the series. */
  shift: number
  bandFlips: number
  isOtherModel: boolean
}

/** The anchors under one prompt version and model, oldest first. */
export interface AnchorSeries {
  promptVersion: string
  model: string
  items: number
  days: AnchorFacts[]
}

/** How the judge was measured; empty lists: it was not. */
export interface AccuracyFacts {
  /** The newest run of each prompt version and model. */
  runs: EvaluationFacts[]
  earlierRuns: EvaluationFacts[]
  series: AnchorSeries[]
  /** A shift by more points is drift. */
  maxShift: number
}

export interface TransparencyProps {
  scoring: ScoringFacts
  accuracy: AccuracyFacts
  releases: PromptRelease[]
  attester: AttesterFacts | null
  /** The addresses that attested before. */
  formerAttesters: string[]
  /** The newest first, as are the changes. */
  incidents: Incident[]
  changelog: ApiChange[]
}
