import type { ComponentChildren } from 'preact'
import type { Band, WarningCode } from '../../../contract/schemas/score.ts'
import { leadWarning } from '../../../contract/warning-words.ts'
import type { Outcome } from '../../../contract/launch-outcome.ts'
import { shapes } from '../../../contract/design.ts'
import { type ShownState, findLead, findOwnerRight } from '../../../contract/lead.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { keepMarkup } from './icon.tsx'
import { findChainName } from '../../../contract/chains.ts'
import { listChains } from './chains.ts'

type ChipTone = 'plain' | 'ink' | 'crit'

/** A short label. `crit` asks for attention; bands have `BandChip`. */
export const Chip = ({ tone = 'plain', children }: { tone?: ChipTone; children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
)

/** The chain of a launch, where the service scores launches on several. */
export function ChainName({ chainId }: { chainId: number | null | undefined }) {
  const [usual] = listChains()
  return usual === undefined ? null : <span class="chain">{findChainName(chainId ?? usual)}</span>
}

/** A band by colour, word and shape. A preliminary score has none of them yet. */
export const BandChip = keepMarkup(({ band, hasStubs = false }: { band: Band; hasStubs?: boolean }) => {
  const t = useWords(scoreTerms)
  if (hasStubs) return <span class="chip preliminary">{t.preliminary}</span>
  return (
    <span class={`chip ${band}`}>
      <Shape of={band} />
      {t.bands[band]}
    </span>
  )
})

/** The gravest critical warning, which replaces the band. Renders nothing without one. */
export function CriticalChip({ codes }: { codes: readonly WarningCode[] }) {
  const t = useWords(scoreTerms)
  const lead = leadWarning(codes)
  if (lead === undefined) return null
  return (
    <span class="chip crit">
      <Shape of="critical" />
      <span class="unseen">{t.warning} </span>
      {t.warnings[lead]}
    </span>
  )
}

/** An outcome by shape, word and colour. */
export const OutcomeChip = keepMarkup(({ outcome }: { outcome: Outcome }) => {
  const { outcomes } = useWords(scoreTerms)
  return (
    <span class={`chip ${outcome}`}>
      <Shape of={outcome} />
      {outcomes[outcome]}
    </span>
  )
})

/** One launch among many, by its outcome. `name` says which launch it is. */
export const OutcomeSquare = ({ outcome, name }: { outcome: Outcome; name?: string }) => {
  const { outcomes } = useWords(scoreTerms)
  const label = name === undefined ? outcomes[outcome] : `${name}: ${outcomes[outcome]}`
  return (
    <span class={`square ${outcome}`} role="img" aria-label={label} title={label}>
      <Shape of={outcome} />
    </span>
  )
}

/** The shape of a band, or the flag of a critical warning, in the colour of the text around it. */
export const Shape = keepMarkup(({ of }: { of: keyof typeof shapes }) => (
  <svg viewBox="0 0 10 10" width="10" height="10" fill="currentColor" aria-hidden="true">
    <path d={shapes[of].path} />
  </svg>
))

const OwnerRightChip = keepMarkup(({ code }: { code: WarningCode }) => {
  const t = useWords(scoreTerms)
  return (
    <span class="chip amber">
      <Shape of="amber" />
      <span class="unseen">{t.warning} </span>
      {t.warnings[code]}
    </span>
  )
})

interface LeadChipProps extends ShownState {
  band: Band
  hasStubs?: boolean
}

/** What leads a score: the outcome of its launch (D101), else a critical warning (D59), else a right of its owner, else its band. */
export function LeadChip({ outcome, warnings, band, hasStubs = false }: LeadChipProps) {
  const lead = findLead({ outcome, warnings })
  const right = hasStubs ? null : findOwnerRight({ outcome, warnings, band })
  if (right !== null) return <OwnerRightChip code={right} />
  if (lead === null) return <BandChip band={band} hasStubs={hasStubs} />
  return 'outcome' in lead ? <OutcomeChip outcome={lead.outcome} /> : <CriticalChip codes={warnings} />
}
