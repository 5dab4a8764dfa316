import type { VersionSignal } from '../../contract/props/home.ts'
import type { SignalLook } from '../../contract/signals/looks.ts'
import type { Deps } from '../deps.ts'
import type { PromptVersion } from './judge/prompts.ts'
import type { Image } from '../providers/images/images.ts'
import type { GatheredFacts, MeasuredContract } from './gather-facts.ts'
import type { HandleRecord } from '../../contract/signals/schemas.ts'
import type { Namesakes } from './rules/namesakes.ts'
import type { Measured, Submission } from './schemas.ts'

export interface SignalDefinition {
  name: string
  look: SignalLook
  provider: VersionSignal['provider']
  /**
   * A missing provider gives a stub; a failing one rejects with `UpstreamError`, and bad input with a 400 on the field
   * (D16, D102).
   */
  measure: (deps: Deps, subject: SignalSubject, signal: AbortSignal) => Promise<MeasuredSignal>
  replay: (stored: StoredSignal) => ReplayedSignal
}

export type SignalRegistry = Record<string, SignalDefinition | undefined>

export interface SignalSubject {
  submission: Submission
  prompt: PromptVersion
  image: Promise<Image>
  handleRecord: Promise<HandleRecord>
  /** By signature or voucher. */
  isSigned: boolean
  contract: MeasuredContract
  measurement: string | null
  /** Near-identical images share it. */
  pictureKey: Promise<string>
  /** null: no copied submission is known. */
  copyOf: Promise<string | null>
  facts: Promise<GatheredFacts>
  /** Older tokens with the ticker; null: no market was asked. Never rejects but with the signal's reason. */
  namesakes: Promise<Namesakes | 'unread' | null>
}

export interface MeasuredSignal {
  measured: Measured
  /** 0 for a signal that no model judges. */
  samples: number
  /** null: no more samples can refine it. */
  refine: ((upTo: number, deadline: AbortSignal) => Promise<MeasuredSignal>) | null
}

export interface StoredSignal {
  submission: Pick<Submission, 'name' | 'symbol' | 'description' | 'xHandle'>
  prompt: PromptVersion
  evidence: unknown
}

export interface ReplayedSignal {
  /** null: the evidence is missing. */
  score: number | null
  confidence: number | null
  /** `70.1 to 89.9` */
  spread?: string | null
}

export const withoutSamples = (measured: Measured): MeasuredSignal => ({ measured, samples: 0, refine: null })

export const withoutEvidence: ReplayedSignal = { score: null, confidence: null }
