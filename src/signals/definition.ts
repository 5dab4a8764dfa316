import type { VersionSignal } from '../../contract/props/home.ts'
import type { SignalLook } from '../../contract/signals/looks.ts'
import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { Image } from '../providers/images/images.ts'
import type { GatheredFacts, MeasuredContract } from './gather-facts.ts'
import type { HandleRecord } from '../../contract/signals/schemas.ts'
import type { Measured, Submission } from './schemas.ts'

/** One signal: how it is shown, measured, and computed again from its evidence. A prompt version lists signals by their names. */
export interface SignalDefinition {
  name: string
  look: SignalLook
  /** The provider without which the signal is a stub; null: it needs none. */
  provider: VersionSignal['provider']
  /**
   * A provider that isn't configured gives a stub; one that fails rejects with `UpstreamError`, and input that it can't take with
   * a 400 on the field (D16, D102).
   */
  measure: (deps: Deps, subject: SignalSubject, signal: AbortSignal) => Promise<MeasuredSignal>
  /** Computes the score of a stored record again. */
  replay: (stored: StoredSignal) => ReplayedSignal
}

/** The definitions by the names of their signals. */
export type SignalRegistry = Record<string, SignalDefinition | undefined>

/** The inputs that a signal can be measured from. */
export interface SignalSubject {
  submission: Submission
  prompt: PromptVersion
  image: Promise<Image>
  handleRecord: Promise<HandleRecord>
  /** The creator's wallet has signed for the submission, or the holder of a vouching key stands for it. */
  isSigned: boolean
  /** The contract to measure. */
  contract: MeasuredContract
  /** The name of the judge's samples to use; null: those of the content. */
  measurement: string | null
  /** The key that near-identical images share. */
  pictureKey: Promise<string>
  /** The enrolled submission that this one copies; null: none is known. */
  copyOf: Promise<string | null>
  /** About the creator and the contract, from the providers of data. */
  facts: Promise<GatheredFacts>
}

/** A measured signal, which more samples of the judge may refine. */
export interface MeasuredSignal {
  measured: Measured
  /** The number of samples behind it; 0 for a signal that no model judges. */
  samples: number
  /** null: no more samples can refine it. */
  refine: ((upTo: number, deadline: AbortSignal) => Promise<MeasuredSignal>) | null
}

/** A signal of a stored record. */
export interface StoredSignal {
  submission: Pick<Submission, 'name' | 'symbol' | 'description' | 'xHandle'>
  prompt: PromptVersion
  evidence: unknown
}

/** A signal as it is computed again. */
export interface ReplayedSignal {
  /** null: the evidence for it is missing. */
  score: number | null
  confidence: number | null
  /** `70.1 to 89.9` */
  spread?: string | null
}

/** A signal that no samples refine. */
export const withoutSamples = (measured: Measured): MeasuredSignal => ({ measured, samples: 0, refine: null })

/** The evidence that the score needs isn't in the record. */
export const withoutEvidence: ReplayedSignal = { score: null, confidence: null }
