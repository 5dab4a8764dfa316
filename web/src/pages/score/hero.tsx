import { type Language, listSignals } from '../../../../contract/signals/looks.ts'
import type { ScoreProps } from '../../../../contract/props/score.ts'
import { findLead } from '../../../../contract/lead.ts'
import { getMeasuredWeight } from '../../../../contract/headline.ts'
import { leadWarning, listWarningCodes } from '../../../../contract/warning-words.ts'
import { toTotalSpread } from '../../../../contract/total-spread.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { LeadChip } from '../../ui/lead-chip.tsx'
import { ScoreDial } from '../../ui/score-dial.tsx'
import { formatList, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { leadWords } from '../../words/lead.ts'
import { type ScoreWords, scoreWords } from '../../words/score.ts'
import { scoreTerms } from '../../words/scores.ts'
import { pickSignalTitle } from '../../words/signals.ts'
import { Tags } from './tags.tsx'
import { Picture } from '../../ui/picture.tsx'

/** The picture, the name and the number, with what the number says in a sentence. */
export const Hero = (props: ScoreProps) => {
  const t = useWords(scoreWords)
  const { score, state } = props
  const before = useWords(leadWords).before(formatScore(score.aggregate))
  const { submission, aggregate, band, hasStubs } = score
  const spread = toDialSpread(score)
  return (
    <header class="card score-hero">
      <div class="token">
        <Picture scoreId={score.id} side={92} alt={t.imageOf(submission.name)} />
        <div>
          <h1 class={submission.name.length > 24 ? 'is-long' : undefined}>
            <bdi>{submission.name}</bdi>{' '}
            <span class="ticker">
              <bdi>${submission.symbol}</bdi>
            </span>
          </h1>
          <Tags {...props} />
        </div>
      </div>
      <div class="total">
        <ScoreDial score={aggregate} hasStubs={hasStubs} spread={spread} />
        <div class="chips">
          {findLead(state) && <LeadChip {...state} band={band} />}
          <BandChip band={band} hasStubs={hasStubs} />
          <p class="scale">{state.outcome === null ? t.outOf : before}</p>
          {spread && state.outcome === null && (
            <p class="scale">{t.spread(formatBound(spread.lowest), formatBound(spread.highest))}</p>
          )}
        </div>
      </div>
      <Verdict {...props} />
    </header>
  )
}

/** Of 0 to 100, a tenth exactly. */
const formatBound = (points: number): string => formatScore(Math.round(Math.min(100, Math.max(0, points)) * 10) / 10)

/** By the weights that made the total: those of stubs are 0. */
const toDialSpread = (score: ScoreProps['score']) =>
  toTotalSpread(listSignals(score).map(({ part, reading }) => ({ ...reading, weight: part.effectiveWeight })))

/** The meaning of the number, in the reader's language: computed from the record, never from its English sentence. */
const Verdict = ({ score }: ScoreProps) => {
  const t = useWords(scoreWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const { band, aggregate, hasStubs, stubbedSignals, warnings = [] } = score
  const isWarned = leadWarning(listWarningCodes(score)) !== undefined
  const missing = formatList(
    stubbedSignals.map((name) => pickSignalTitle(name, language)),
    language,
  )
  return (
    <div class="verdict">
      <p>
        {isWarned && (
          <>
            {band !== 'red' && <strong>{t.dontRead(terms.bands[band])}</strong>} {t.noScore}{' '}
          </>
        )}
        {hasStubs && <strong>{t.partly(formatScore(aggregate), getMeasuredWeight(score))}</strong>}{' '}
        {!hasStubs && !isWarned && `${t.overall[band]} `}
        {formatExtremes(score, { t, language })}
      </p>
      {hasStubs && <p class="missing">{t.missing(missing)}</p>}
      {warnings
        .filter(({ severity }) => severity === 'caution')
        .map(({ code, message }) => (
          <p class="doubt" key={code}>
            {t.cautions[code] ?? <span lang="en">{message}</span>}
          </p>
        ))}
    </div>
  )
}

/** `Best: name (100). Weakest: social (75).` */
function formatExtremes(score: ScoreProps['score'], { t, language }: { t: ScoreWords; language: Language }): string {
  const live = listSignals(score).flatMap(({ part, reading }) => (reading.stub ? [] : [part]))
  const [first, ...others] = live
  if (!first) return ''
  const best = others.reduce((one, other) => (other.score > one.score ? other : one), first)
  const worst = others.reduce((one, other) => (other.score < one.score ? other : one), first)
  if (best.score === worst.score) return others.length > 0 ? t.allEqual(String(first.score)) : ''
  const say = ({ signal, score }: typeof first) => `${pickSignalTitle(signal, language).toLowerCase()} (${score})`
  return t.extremes(say(best), say(worst))
}
