import type { ActivityWindow, AdminAnalytics } from '../../pages.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { StackedBar } from '../../ui/stacked-bar.tsx'
import { shareIn, whole } from './numbers.ts'

const titles = { '24h': 'Last 24 hours', '7d': 'Last 7 days', all: 'Since ever' }
const bands = ['green', 'amber', 'red'] as const

/** What happened in each window, and what became of it. */
export const Activity = ({ windows, keyTiers }: AdminAnalytics) => (
  <>
    <div class="windows">
      {(['24h', '7d', 'all'] as const).map((window) => (
        <Window key={window} title={titles[window]} {...windows[window]} />
      ))}
    </div>
    <p class="note">
      Keys used within 24 hours: {whole(keyTiers.free.usedLastDay)} free, {whole(keyTiers.pro.usedLastDay)} pro,{' '}
      {whole(keyTiers.enterprise.usedLastDay)} enterprise.
    </p>
  </>
)

const Window = ({
  title,
  scores,
  enrollments,
  conversion,
  attestations,
  model,
}: ActivityWindow & { title: string }) => (
  <section class="window" aria-label={title}>
    <h3>{title}</h3>
    <div>
      <p class="split">
        <span>Scores</span>
        <span class="figure">{whole(scores.total)}</span>
      </p>
      <StackedBar
        parts={[
          ...bands.map((band) => ({ class: band, count: scores.bands[band] })),
          { class: 'unbanded', count: scores.preliminary },
        ]}
      />
      <ul class="legend">
        {bands.map((band) => (
          <li key={band}>
            <BandChip band={band} /> {whole(scores.bands[band])}
          </li>
        ))}
        <li>
          <span class="chip unbanded">Preliminary</span> {whole(scores.preliminary)}
        </li>
      </ul>
    </div>
    <Funnel {...conversion} />
    <dl class="split-list">
      <Fact title="Enrolled in this window" value={enrollments.total} />
      <Fact title="Attested in this window" value={attestations.published} />
      <Fact title="Answers of the model" value={model.calls} />
      <Fact title="Tokens to the model" value={model.inputTokens} />
      <Fact title="Tokens from the model" value={model.outputTokens} />
    </dl>
  </section>
)

const Fact = ({ title, value }: { title: string; value: number }) => (
  <div>
    <dt>{title}</dt>
    <dd class="figure">{whole(value)}</dd>
  </div>
)

/** Of the final scores of a window, how many came further. */
const Funnel = ({ scores, enrolled, attested, enrolledShare, attestedShare }: ActivityWindow['conversion']) => (
  <ul class="funnel" aria-label="What became of the final scores">
    <Step title="Final scores" count={scores} of={scores} />
    <Step title="Enrolled by now" count={enrolled} of={scores} share={shareIn(enrolledShare)} />
    <Step title="Attested by now" count={attested} of={scores} share={shareIn(attestedShare)} />
  </ul>
)

const Step = ({ title, count, of: most, share }: { title: string; count: number; of: number; share?: string }) => (
  <li>
    <p class="split">
      <span>{title}</span>
      <span>
        {share && <span class="note">{share} </span>}
        <span class="figure">{whole(count)}</span>
      </span>
    </p>
    <svg class="amount" width="100%" height="6" aria-hidden="true">
      <rect class="track" width="100%" height="6" rx="3" />
      <rect width={most === 0 ? '0%' : `${(count / most) * 100}%`} height="6" rx="3" />
    </svg>
  </li>
)
