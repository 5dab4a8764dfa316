import type { Page } from '../page.ts'
import type { RecordedList, TrackRecord, TrackRecordProps } from '../../../contract/props/track-record.ts'
import type { Site } from '../../../contract/props/site.ts'
import { Command } from '../ui/command.tsx'
import { withQuery } from '../ui/with-query.ts'
import { formatDate, formatDateTime, formatNumber } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { trackRecordWords } from '../words/track-record.ts'
import { BandShares } from './track-record/band-shares.tsx'
import { BandSteps } from './track-record/band-steps.tsx'
import { EveryLaunch } from './track-record/every-launch.tsx'
import { SurvivalFigure } from './track-record/survival-figure.tsx'

/** Known launches from which a band has a share, and at which the claims are tested first. */
const minBand = 10
const firstLook = 100

const horizons = ['24h', '7d', '30d', '90d'] as const

/** The outcomes of scored launches, as of the last sealed day. */
export const trackRecordPage: Page<TrackRecordProps> = {
  head: (_props, { language }) => {
    const { title, description } = pickWords(trackRecordWords, language)
    return { title, description }
  },
  Body: (props) => {
    const { record, site, firstDueAt } = props
    const t = useWords(trackRecordWords)
    const language = useLanguage()
    const isEmpty = !record.observing && record.asOf === null
    return (
      <div class="track-record-page">
        <header>
          <h1>{t.title}</h1>
          {isEmpty ? <p>{t.notObserved}</p> : <p class="lead">{useSentence(record)}</p>}
          {!isEmpty && firstDueAt !== null && <p>{t.firstDue(formatDate(firstDueAt, language), minBand, firstLook)}</p>}
          {!isEmpty && (
            <p class="muted">
              {record.asOf === null ? t.waiting : t.asOf(formatDateTime(record.asOf, language))}
              {record.asOf !== null && ` · ${t.counted[record.population]} · ${record.attribution}`}
            </p>
          )}
        </header>
        {!isEmpty && <Figures {...props} site={site} />}
      </div>
    )
  },
}

function useSentence({ funnel, outcomes, horizon }: TrackRecord): string {
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  return t.sentence({
    scored: count(funnel.scored),
    launched: count(funnel.launched),
    due: count(funnel.due),
    good: count(outcomes.graduated + outcomes.alive),
    bad: count(outcomes.dead + outcomes.rugged),
    unknown: count(funnel.unknown),
    span: t.spans[horizon],
  })
}

const Figures = ({ record, cohorts, claims, launches, site }: TrackRecordProps & { site: Site }) => {
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  const { needs } = record
  const { anchored, untraded, neverLaunched } = record.funnel
  const count = (n: number) => formatNumber(n, language)
  return (
    <>
      <Horizons {...record} population={launches.population} version={launches.version} />
      {cohorts.length > 1 && <Cohorts record={record} cohorts={cohorts} population={launches.population} />}
      <section class="card" aria-labelledby="funnel">
        <h2 id="funnel">{t.funnel}</h2>
        <Funnel {...record} />
        <p class="muted">
          {t.asides({ anchored: count(anchored), untraded: count(untraded), neverLaunched: count(neverLaunched) })}
        </p>
        <h3>{t.bandSteps}</h3>
        <BandSteps bands={record.bands} />
        <p class="muted">{t.stepNote}</p>
      </section>
      <section class="card" aria-labelledby="bands">
        <h2 id="bands">{t.bands}</h2>
        {record.bands.some(({ share }) => share !== null) && <p class="muted">{t.bandNote}</p>}
        <BandShares bands={record.bands} />
      </section>
      <section class="card" aria-labelledby="survival">
        <h2 id="survival">{t.survival}</h2>
        {record.survival ? (
          <SurvivalFigure curves={record.survival} />
        ) : (
          <p>{t.needs(count(needs.known), count(needs.good), count(needs.bad))}</p>
        )}
      </section>
      <Claims {...claims} />
      <EveryLaunch list={launches} horizon={record.horizon} />
      <Check url={site.url} />
      <section class="card" aria-labelledby="notes">
        <h2 id="notes">{t.notesTitle}</h2>
        <ul>
          {t.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** How readers compute the figures themselves. */
const Check = ({ url }: { url: string }) => {
  const t = useWords(trackRecordWords)
  return (
    <section class="card" aria-labelledby="check">
      <h2 id="check">{t.check}</h2>
      <p>{t.checkNote}</p>
      <Command text={`npx launchscore outcome recompute --url ${url}`} what={t.command} />
      <ul class="files">
        <li>
          <a href="/api/v1/track-record/days">{t.daysList}</a>
        </li>
        <li>
          <a href="/api/v1/track-record/export.csv">CSV</a>
        </li>
        <li>
          <a href="/api/v1/track-record/export.ndjson">NDJSON</a>
        </li>
      </ul>
    </section>
  )
}

/** A chosen population stays; filters of the list of launches don't. */
const Horizons = ({
  horizon,
  population,
  version,
}: Pick<TrackRecord, 'horizon'> & Pick<RecordedList, 'population' | 'version'>) => {
  const t = useWords(trackRecordWords)
  return (
    <nav aria-label={t.after}>
      <ul class="horizons">
        {horizons.map((one) => (
          <li key={one}>
            <a
              class="btn sm"
              href={withQuery('/track-record', { horizon: one, population, version })}
              aria-current={one === horizon ? 'page' : undefined}
            >
              {t.spans[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Launches of different prompt versions are never added up, so each has figures of its own. */
const Cohorts = ({
  record: { horizon, version },
  cohorts,
  population,
}: Pick<TrackRecordProps, 'record' | 'cohorts'> & Pick<RecordedList, 'population'>) => {
  const t = useWords(trackRecordWords)
  return (
    <nav class="cohorts" aria-label={t.cohorts}>
      <span class="muted">{t.cohorts}</span>
      <ul class="horizons">
        {cohorts.map(({ major, isActive }) => (
          <li key={major}>
            <a
              class="btn sm"
              href={withQuery('/track-record', { horizon, population, version: isActive ? null : major })}
              aria-current={major === version ? 'page' : undefined}
            >
              {major}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const steps = ['scored', 'enrolled', 'launched', 'traded', 'due', 'known', 'unknown'] as const
const outcomeNames = ['graduated', 'alive', 'dead', 'rugged'] as const

/** The counts as bars, each with its number; the unknown ones are hatched. */
const Funnel = ({ funnel, outcomes }: TrackRecord) => {
  const t = useWords(trackRecordWords)
  const rows = [
    ...steps.map((name) => ({ name, label: t.steps[name], count: funnel[name] })),
    ...outcomeNames.map((name) => ({ name, label: t.outcomeNames[name], count: outcomes[name] })),
  ]
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const language = useLanguage()
  return (
    <dl class="funnel">
      {rows.map(({ name, label, count }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <svg width="100%" height="12" aria-hidden="true">
              <rect class={name} width={`${(100 * count) / most}%`} height="12" />
            </svg>
            <span>{formatNumber(count, language)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Claims = ({ fixedAt, digest, list, tests }: TrackRecordProps['claims']) => {
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  return (
    <section class="card" aria-labelledby="claims">
      <h2 id="claims">{t.claims}</h2>
      {fixedAt === null ? (
        <p>{t.noClaims}</p>
      ) : (
        <>
          <p>{t.claimsNote}</p>
          <ul>
            {list.map(({ id, claim }) => (
              <li key={id}>
                <strong>{id}</strong> <span lang="en">{claim}</span>{' '}
                <ClaimState tests={tests.filter((one) => one.id === id)} />
              </li>
            ))}
          </ul>
          <p class="muted">
            {t.fixed(formatDateTime(fixedAt, language))} <code>{digest}</code>
          </p>
        </>
      )}
    </section>
  )
}

const ClaimState = ({ tests }: Pick<TrackRecord, 'tests'>) => {
  const t = useWords(trackRecordWords)
  const names = useWords(scoreTerms)
  return (
    <>
      {tests.map(({ state, known, look, band }) => (
        <span class="state" key={`${look} ${band}`}>
          {band !== null && `${names.bands[band]}: `}
          {state === 'waiting' ? t.stateWaiting(known, look) : t.states[state]}
        </span>
      ))}
    </>
  )
}
