import type { Band } from '../bands.ts'
import type { ApiChange, Incident } from '../news.ts'
import type { VersionSignal } from './home.ts'

export interface ScoringFacts {
  promptVersion: string
  /** In the version's order. */
  signals: VersionSignal[]
  rules: string[]
  /** The highest possible verdict under each gate. */
  caps: { copycat: { least: number; most: number }; botBait: number; instruction: number }
  /** Weights in whole per cents. */
  criteria: Record<string, Record<string, number>>
}

/** The changes of a version in a file. */
export interface PromptChange {
  file: string
  lines: { kind: 'same' | 'gone' | 'new' | 'cut'; text: string }[]
}

export interface PromptRelease {
  id: string
  isActive: boolean
  /** The hash of the list of all files, with their names and hashes. */
  sha256: string
  files: { name: string; sha256: string }[]
  /** The version that it is compared with; null: it is the first. */
  since: string | null
  changedFiles: number
  /** null: the reader didn't ask for those of this version. */
  changes: PromptChange[] | null
  activations: { activatedAt: string; reason: string }[]
}

export interface AttesterFacts {
  address: string
  contract: string
  chainId: number
  schemaId: string
  schema: string
}

/** With the bound that it had to keep. */
export interface EvaluationFigure {
  /** null: too little was measured. Shares run from 0 to 1. */
  value: number | null
  least: number | null
  most: number | null
  isMissed: boolean
}

export type EvaluationMetric = 'spearman' | 'error' | 'bandAgreement' | 'repeatDeviation' | 'bandChanges'

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

/** Attacks that the rules were tuned on, or those held out. */
export interface RedTeamFacts {
  half: 'tuned' | 'heldOut'
  /** Wilson's interval at 95 %; null: no attack has a known outcome. */
  attackSuccess: EvaluationFigure & { low: number | null; high: number | null }
  falseCaps: EvaluationFigure
  twinLosses: EvaluationFigure
}

export interface AnchorFacts {
  id: string
  finishedAt: string
  mean: number
  /** Points since the first run of the series. */
  shift: number
  bandFlips: number
  isOtherModel: boolean
}

/** The anchor runs of one prompt version and model, oldest first. */
export interface AnchorSeries {
  promptVersion: string
  model: string
  items: number
  days: AnchorFacts[]
}

/** How the judge was measured; empty lists: it was not. */
export interface AccuracyFacts {
  runs: EvaluationFacts[]
  earlierRuns: EvaluationFacts[]
  series: AnchorSeries[]
  /** A shift by more points is drift. */
  maxShift: number
}

/** A score whose points the page adds up. */
export interface SumExample {
  scoreId: string
  name: string
  aggregate: number
  band: Band
  points: number[]
}

export interface TransparencyProps {
  scoring: ScoringFacts
  /** null: no score is listed yet. */
  example: SumExample | null
  accuracy: AccuracyFacts
  releases: PromptRelease[]
  attester: AttesterFacts | null
  formerAttesters: string[]
  incidents: Incident[]
  changelog: ApiChange[]
}
