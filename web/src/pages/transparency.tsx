import { Fragment } from 'preact'
import type { ComponentChildren } from 'preact'
import type {
  AccuracyFacts,
  AnchorFacts,
  AnchorSeries,
  AttesterFacts,
  EvaluationFacts,
  EvaluationFigure,
  EvaluationMetric,
  PromptChange,
  PromptRelease,
  ScoringFacts,
  TransparencyProps,
} from '../../../contract/props/transparency.ts'
import { bands, toBand } from '../../../contract/bands.ts'
import type { Language } from '../../../contract/props/site.ts'
import type { ApiChange, Incident } from '../../../contract/news.ts'
import type { Page } from '../page.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { accuracyWords, transparencyWords } from '../words/transparency.ts'
import {
  formatDate,
  formatDateTime,
  formatExact,
  formatList,
  formatNumber,
  formatPercent,
  formatScore,
} from '../words/formats.ts'
import { countSignals, getSignalIcon, pickSignalTitle, useSignalWords } from '../words/signals.ts'
import { BandChip, Chip } from '../ui/chips.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { findChainName } from '../../../contract/chains.ts'
import { explorerLink } from '../ui/chains.ts'
import { Icon, isIconName } from '../ui/icon.tsx'
import { OutsideLink } from '../ui/links.tsx'
import { Fold } from './fold.tsx'
import { Time } from './time.tsx'

/** How scores are made, what changed, and what went wrong. */
export const transparencyPage: Page<TransparencyProps> = {
  head: (_props, { language }) => {
    const { title, description } = pickWords(transparencyWords, language)
    return { title, description }
  },
  Body: (props) => (
    <div class="how-page">
      <div class="how">
        <section class="sum-part" aria-labelledby="how">
          <Sum {...props} />
          <Bands />
          <Principles />
        </section>
        <Weights signals={props.scoring.signals} />
      </div>
      <Ways />
      <div class="auditors">
        <ScoringSection {...props.scoring} />
        <MeasuredSection {...props.accuracy} />
        <PromptsSection releases={props.releases} />
        <AttesterSection attester={props.attester} former={props.formerAttesters} />
        <IncidentsSection incidents={props.incidents} />
        <ChangelogSection changelog={props.changelog} />
      </div>
    </div>
  ),
}

/** What every signal has in the sum of a deployment that lists no score yet. */
const supposed = 80

const Sum = ({ scoring: { signals }, example }: TransparencyProps) => {
  const t = useWords(transparencyWords)
  const language = useLanguage()
  const points = example?.points ?? signals.map(({ weight }) => (supposed * weight) / 100)
  const total = example?.aggregate ?? supposed
  return (
    <>
      <h1 id="how">{t.heading(countSignals(signals.length, language))}</h1>
      <p class="lede">
        {t.lede} {example ? t.redo : t.suppose(supposed)}
      </p>
      <p class="sum" role="group" aria-label={t.points}>
        {points.map((value, at) => (
          <Fragment key={at}>
            {at > 0 && <span class="muted">+</span>}
            <span>{formatExact(value)}</span>
          </Fragment>
        ))}
        <span class="muted">=</span>
        <b class={example?.band ?? toBand(100 * total)}>{formatScore(total)}</b>
        {example && (
          <a href={`/score/${example.scoreId}`}>
            <bdi>{example.name}</bdi>
          </a>
        )}
      </p>
    </>
  )
}

const Bands = () => {
  const t = useWords(transparencyWords)
  const { green, amber } = bands
  const scale = [
    { band: 'red', from: 0, until: amber.from, text: t.bands.red(amber.from) },
    { band: 'amber', from: amber.from, until: green.from, text: t.bands.amber(amber.from) },
    { band: 'green', from: green.from, until: 100, text: t.bands.green(green.from) },
  ] as const
  return (
    <div class="card scale">
      <svg width="100%" height="12" aria-hidden="true">
        {scale.map(({ band, from, until }) => (
          <rect key={band} class={band} x={`${from}%`} width={`${until - from - 0.5}%`} height="12" rx="4" />
        ))}
      </svg>
      <ul>
        {scale.map(({ band, text }) => (
          <li key={band} class={band}>
            <BandChip band={band} />
            <span class="note">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const principleIcons = { fatal: 'flag', lasting: 'lock', followed: 'check', advice: 'exclamation' } as const

const Principles = () => {
  const t = useWords(transparencyWords)
  return (
    <ul class="principles">
      {(['fatal', 'lasting', 'followed', 'advice'] as const).map((name) => (
        <li key={name} class={name}>
          <Icon name={principleIcons[name]} />
          <span>
            <strong>{t.principles[name][0]}</strong> {t.principles[name][1]}{' '}
            {name === 'followed' && <a href="/track-record">{t.record}</a>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** To what other pages say of the rules. The parts that auditors read follow below. */
const Ways = () => {
  const t = useWords(transparencyWords)
  const ways = [
    ['/track-record#method', t.outcomes],
    ['/docs/creators#if-the-score-is-wrong', t.review],
  ] as const
  return (
    <ul class="ways">
      {ways.map(([href, text]) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  )
}

interface SectionProps {
  /** For links to it. */
  id: string
  title: string
  note?: ComponentChildren
  isOpen?: boolean
  children: ComponentChildren
}

const Section = ({ id, title, note, isOpen = false, children }: SectionProps) => (
  <Fold id={id} title={title} isOpen={isOpen}>
    {note && <p class="note">{note}</p>}
    {children}
  </Fold>
)

/** The parts of a score, and the limits of every score. */
const ScoringSection = ({ promptVersion, signals, rules, caps, criteria }: ScoringFacts) => {
  const { places, scoring: t } = useWords(transparencyWords)
  const language = useLanguage()
  const pending = signals.filter(({ isPending }) => isPending).map(({ name }) => pickSignalTitle(name, language))
  return (
    <Section
      id="scoring"
      title={places.scoring}
      note={
        <>
          {t.note} <code>{promptVersion}</code>
        </>
      }
    >
      <p>{t.total(bands.green.from, bands.amber.from)}</p>
      <h3>{t.stubs}</h3>
      <p>{t.stubsText}</p>
      <p>
        <strong>{pending.length > 0 ? t.pending(formatList(pending, language)) : t.allMeasured}</strong>
      </p>
      <Caps {...caps} />
      <h3>{t.criteria}</h3>
      <dl class="facts">
        {Object.entries(criteria).map(([name, weights]) => (
          <div key={name}>
            <dt>{pickSignalTitle(name, language)}</dt>
            <dd lang="en">{listCriteria(weights)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t.rules}</h3>
      <ul class="rules">
        {rules.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The signals with what they ask, who answers, and their weights. */
const Weights = ({ signals }: Pick<ScoringFacts, 'signals'>) => (
  <ul class="card measures">
    {signals.map((signal) => (
      <Measure key={signal.name} {...signal} most={Math.max(...signals.map(({ weight }) => weight))} />
    ))}
  </ul>
)

const Measure = ({ name, weight, isPending, provider, most }: ScoringFacts['signals'][number] & { most: number }) => {
  const { scoring: t } = useWords(transparencyWords)
  const { title, asks } = useSignalWords(name)
  const icon = getSignalIcon(name)
  return (
    <li>
      {isIconName(icon) ? <Icon name={icon} /> : <span />}
      <div>
        <strong>{title}</strong>
        <span class="muted">{asks}</span>
      </div>
      <span class="maker">{isPending ? t.notMeasuredHere : t.by[provider ?? 'rules']}</span>
      <span class="weight">
        <b>{weight}</b>%
      </span>
      <svg width="100%" height="3" aria-hidden="true">
        <rect width={`${(100 * weight) / most}%`} height="3" />
      </svg>
    </li>
  )
}

const Caps = ({ copycat, botBait, instruction }: ScoringFacts['caps']) => {
  const { scoring: t } = useWords(transparencyWords)
  return (
    <>
      <h3>{t.caps}</h3>
      <dl class="facts">
        <div>
          <dt>{t.copycat.title}</dt>
          <dd>{t.copycat.text(copycat.least, copycat.most)}</dd>
        </div>
        <div>
          <dt>{t.botBait.title}</dt>
          <dd>{t.botBait.text(botBait)}</dd>
        </div>
        <div>
          <dt>{t.instruction.title}</dt>
          <dd>{t.instruction.text(instruction)}</dd>
        </div>
      </dl>
    </>
  )
}

const listCriteria = (criteria: Record<string, number>): string =>
  Object.entries(criteria)
    .map(([name, weight]) => `${name.replaceAll('_', ' ')} ${weight}%`)
    .join(', ')

/** Every version of the files that decide a score, and its changes. */
const PromptsSection = ({ releases }: { releases: PromptRelease[] }) => {
  const { places, versions } = useWords(transparencyWords)
  return (
    <Section
      id="versions"
      title={places.versions}
      note={versions.note}
      isOpen={releases.some(({ changes }) => changes !== null)}
    >
      <ol class="entries">
        {releases.map((release) => (
          <Release key={release.id} {...release} />
        ))}
      </ol>
    </Section>
  )
}

const Release = (release: PromptRelease) => {
  const { id, isActive, sha256, files, since, activations } = release
  const { versions: t } = useWords(transparencyWords)
  const language = useLanguage()
  return (
    <li id={id}>
      <h3 class="with-chip">
        <code>{id}</code> {isActive && <Chip tone="ink">{t.active}</Chip>}
      </h3>
      {activations.map(({ activatedAt, reason }) => (
        <p class="note" key={activatedAt}>
          {t.activated} <time dateTime={activatedAt}>{formatDateTime(activatedAt, language)}</time>: <bdi>{reason}</bdi>
        </p>
      ))}
      <details>
        <summary>{t.files(files.length)}</summary>
        <dl class="hashes">
          <div>
            <dt>{t.whole}</dt>
            <dd>
              <code>{sha256}</code>
            </dd>
          </div>
          {files.map((file) => (
            <div key={file.name}>
              <dt>{file.name}</dt>
              <dd>
                <code>{file.sha256}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {since === null ? <p class="note">{t.first}</p> : <Changes {...release} />}
    </li>
  )
}

const Changes = ({ id, since, changedFiles, changes }: PromptRelease) => {
  const { versions: t } = useWords(transparencyWords)
  const against = (
    <>
      {t.against(changedFiles)} <code>{since}</code>
    </>
  )
  return (
    <>
      <p class="note">{changes ? against : <a href={`?changes=${encodeURIComponent(id)}#${id}`}>{against}</a>}</p>
      {changes?.map(({ file, lines }) => (
        <details key={file}>
          <summary>{file}</summary>
          <pre class="diff" tabIndex={0} aria-label={t.changesIn(file)} lang="en">
            {lines.map(({ kind, text }, at) => (
              <span key={at} class={kind}>
                {signs[kind]}
                {text}
                {'\n'}
              </span>
            ))}
          </pre>
        </details>
      ))}
    </>
  )
}

const signs: Record<PromptChange['lines'][number]['kind'], string> = { same: '  ', gone: '− ', new: '+ ', cut: '⋯' }

/** Runs that judged each item once, and older ones, don't tell how often its band changes. */
const hasRepeats = ({ figures }: AccuracyFacts['runs'][number]): boolean =>
  figures.some(({ metric, meme, image }) => metric === 'bandChanges' && (meme.value ?? image.value) !== null)

/** How accurate the judge is; a figure that wasn’t measured says so. */
const MeasuredSection = ({ runs, earlierRuns, series, maxShift }: AccuracyFacts) => {
  const { places } = useWords(transparencyWords)
  const t = useWords(accuracyWords)
  const { agreement, attacks, drift, bandChanges } = t.questions
  const unmeasured = [
    ...(runs.length > 0 ? [] : [agreement, attacks]),
    ...(series.length > 0 ? [] : [drift]),
    ...(runs.some(hasRepeats) ? [] : [bandChanges]),
  ]
  return (
    <Section id="measured" title={places.measured} note={runs.length + series.length > 0 ? t.note : t.empty}>
      {runs.length > 0 && (
        <ol class="entries">
          {runs.map((run) => (
            <EvaluationEntry key={run.id} {...run} />
          ))}
        </ol>
      )}
      {earlierRuns.length > 0 && (
        <details>
          <summary>{t.earlier(earlierRuns.length)}</summary>
          <ol class="entries">
            {earlierRuns.map((run) => (
              <EvaluationEntry key={run.id} {...run} />
            ))}
          </ol>
        </details>
      )}
      {series.length > 0 && (
        <>
          <h3>{drift.title}</h3>
          <p class="muted">{t.driftNote(maxShift)}</p>
          {series.map((one) => (
            <AnchorsFigure key={`${one.promptVersion} ${one.model}`} series={one} maxShift={maxShift} />
          ))}
        </>
      )}
      <dl class="facts" hidden={unmeasured.length === 0}>
        {unmeasured.map(({ title, asks }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <strong>{t.none}</strong> <span class="muted">{asks}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** One run of the calibration and red-team sets, with its bounds. */
const EvaluationEntry = (run: EvaluationFacts) => {
  const { promptVersion, model, finishedAt, hasPassed, figures, halves } = run
  const t = useWords(accuracyWords)
  const language = useLanguage()
  return (
    <li>
      <h3 class="with-chip">
        <code>{promptVersion}</code> <bdi>{model}</bdi>
        <Chip tone={hasPassed ? 'plain' : 'ink'}>{hasPassed ? t.passed : t.missed}</Chip>
      </h3>
      <p class="note">
        <time dateTime={finishedAt}>{formatDateTime(finishedAt, language)}</time>. {t.size(run)}
      </p>
      <DataTable
        label={`${t.questions.agreement.title}: ${promptVersion}, ${model}`}
        columns={[t.columns.figure, t.columns.pitches, t.columns.pictures]}
        rows={figures.map(({ metric, meme, image }) => ({
          key: metric,
          cells: [
            t.metrics[metric],
            <Figure key="meme" {...meme} format={formats[metric]} />,
            <Figure key="image" {...image} format={formats[metric]} />,
          ],
        }))}
      />
      <DataTable
        label={`${t.questions.attacks.title}: ${promptVersion}, ${model}`}
        columns={[t.columns.attacks, t.attackSuccess, t.falseCaps, t.twinLosses]}
        rows={halves.map(({ half, attackSuccess, falseCaps, twinLosses }) => ({
          key: half,
          cells: [
            t.halves[half],
            <AttackSuccess key="success" {...attackSuccess} />,
            <Figure key="caps" {...falseCaps} format={formatPercent} />,
            <Figure key="losses" {...twinLosses} format={formatPercent} />,
          ],
        }))}
      />
    </li>
  )
}

const AttackSuccess = ({ low, high, ...figure }: EvaluationFacts['halves'][number]['attackSuccess']) => {
  const t = useWords(accuracyWords)
  const language = useLanguage()
  return (
    <>
      <Figure {...figure} format={formatPercent} />
      {low !== null && high !== null && (
        <span class="muted"> {t.interval(formatPercent(low, language), formatPercent(high, language))}</span>
      )}
    </>
  )
}

type Format = (value: number, language: Language) => string

const formatTwoDecimals: Format = (value, language) => formatNumber(value, language, { maximumFractionDigits: 2 })

const formats: Record<EvaluationMetric, Format> = {
  spearman: formatTwoDecimals,
  error: formatTwoDecimals,
  bandAgreement: formatPercent,
  repeatDeviation: formatTwoDecimals,
  bandChanges: formatPercent,
}

/** The value and its bound. */
const Figure = ({ value, least, most, isMissed, format }: EvaluationFigure & { format: Format }) => {
  const t = useWords(accuracyWords)
  const language = useLanguage()
  if (value === null) return <span class="muted">{t.unknown}</span>
  return (
    <>
      <strong>{format(value, language)}</strong>{' '}
      <span class="note">
        {least !== null && `≥ ${format(least, language)}`}
        {most !== null && `≤ ${format(most, language)}`}
        {isMissed && ` – ${t.boundMissed}`}
      </span>
    </>
  )
}

const [height, padding] = [120, 12]

/** The anchors' shift by day: a drawing, and a table with its numbers. */
const AnchorsFigure = ({ series, maxShift }: { series: AnchorSeries; maxShift: number }) => {
  const { promptVersion, model, items, days } = series
  const t = useWords(accuracyWords)
  const last = days.at(-1)
  if (!last) return null
  const label = `${t.shiftByDay}: ${promptVersion}, ${model}`
  return (
    <figure class="anchors-figure">
      <figcaption>
        <code>{promptVersion}</code> <bdi>{model}</bdi>
        <span class="note">{t.latest(formatScore(last.mean), toShift(last.shift), items)}</span>
      </figcaption>
      <Chart days={days} maxShift={maxShift} label={label} />
      <details>
        <summary>{t.days(days.length)}</summary>
        <Days label={label} days={days} />
      </details>
    </figure>
  )
}

// No DataTable: its four short columns have room everywhere, and a month of cards would be long.
const Days = ({ label, days }: { label: string; days: AnchorFacts[] }) => {
  const t = useWords(accuracyWords)
  const language = useLanguage()
  return (
    <table>
      <caption class="unseen">{label}</caption>
      <thead>
        <tr>
          {[t.columns.day, t.columns.mean, t.columns.shift, t.columns.flips].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ id, finishedAt, mean, shift, bandFlips, isOtherModel }) => (
          <tr key={id}>
            <th scope="row">
              <time dateTime={finishedAt}>{formatDate(finishedAt, language)}</time>
            </th>
            <td>{formatScore(mean)}</td>
            <td>{toShift(shift)}</td>
            <td>
              {bandFlips} {isOtherModel && <span class="note">{t.otherModel}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `+0.4`; a real minus sign, as wide as the plus. */
const toShift = (shift: number): string =>
  shift === 0 ? '0' : `${shift > 0 ? '+' : '−'}${formatScore(Math.abs(shift))}`

// Lines take percentages and polylines don't: the drawing fills its place without stretching what it draws.
const Chart = ({ days, maxShift, label }: { days: AnchorFacts[]; maxShift: number; label: string }) => {
  const reach = Math.max(maxShift + 1, ...days.map(({ shift }) => Math.abs(shift)))
  const toY = (shift: number) => Math.round(height / 2 - (shift / reach) * (height / 2 - padding))
  const times = days.map(({ finishedAt }) => Date.parse(finishedAt))
  const [start = 0, end = 0] = [times[0], times.at(-1)]
  const toX = (time: number) =>
    `${end === start ? 54 : 10 + Math.round((88_00 * (time - start)) / (end - start)) / 100}%`
  const points = days.map(({ id, shift, bandFlips, isOtherModel }, at) => ({
    id,
    x: toX(times[at] ?? start),
    y: toY(shift),
    isAlarm: Math.abs(shift) > maxShift || bandFlips > 0 || isOtherModel,
  }))
  return (
    <svg width="100%" height={height} role="img" aria-label={label}>
      {[maxShift, 0, -maxShift].map((shift) => (
        <g key={shift}>
          <line class={shift === 0 ? 'zero' : 'bound'} x1="10%" x2="98%" y1={toY(shift)} y2={toY(shift)} />
          <text x="0" y={toY(shift) + 4}>
            {toShift(shift)}
          </text>
        </g>
      ))}
      {points.slice(1).map(({ id, x, y }, at) => (
        <line key={id} class="path" x1={points[at]?.x} y1={points[at]?.y} x2={x} y2={y} />
      ))}
      {points.map(({ id, x, y, isAlarm }) => (
        <circle key={id} class={isAlarm ? 'alarm' : 'day'} cx={x} cy={y} r={isAlarm ? 5 : 3} />
      ))}
    </svg>
  )
}

/** Whose signature stands under attestations. */
const AttesterSection = ({ attester, former }: { attester: AttesterFacts | null; former: string[] }) => {
  const { places, attester: t } = useWords(transparencyWords)
  return (
    <Section id="attester" title={places.attester} note={t.note}>
      {!attester && <p>{t.off}</p>}
      <dl class="facts">
        {attester && <Facts {...attester} />}
        {former.map((address) => (
          <Line key={address} title={t.former} text={address} />
        ))}
      </dl>
    </Section>
  )
}

const Facts = ({ address, contract, chainId, schemaId, schema }: AttesterFacts) => {
  const { attester: t } = useWords(transparencyWords)
  return (
    <>
      <div>
        <dt>{t.chain}</dt>
        <dd>
          {findChainName(chainId)} ({chainId})
        </dd>
      </div>
      <Line title={t.attester} text={address} href={explorerLink(chainId, `address/${address}`)} />
      <Line title={t.contract} text={contract} href={explorerLink(chainId, `address/${contract}`)} />
      <Line title={t.schemaId} text={schemaId} />
      <Line title={t.schema} text={schema} />
    </>
  )
}

const Line = ({ title, text, href }: { title: string; text: string; href?: string | undefined }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      {href ? (
        <OutsideLink href={href}>
          <code>{text}</code>
        </OutsideLink>
      ) : (
        <code>{text}</code>
      )}
    </dd>
  </div>
)

/** The incidents, in the operator's words. */
const IncidentsSection = ({ incidents }: { incidents: Incident[] }) => {
  const { places, incidents: t } = useWords(transparencyWords)
  return (
    <Section
      id="incidents"
      title={places.incidents}
      note={<FeedLinks feed="incidents" />}
      isOpen={incidents.some(({ resolvedAt }) => resolvedAt === null)}
    >
      {incidents.length === 0 ? (
        <div class="none">
          <p>
            <strong>{t.none}</strong>
          </p>
          <p class="muted">{t.noneText}</p>
        </div>
      ) : (
        <ol class="entries">
          {incidents.map((incident) => (
            <Entry key={incident.id} {...incident} />
          ))}
        </ol>
      )}
    </Section>
  )
}

const Entry = ({ id, title, impact, openedAt, resolvedAt, updates }: Incident) => {
  const { incidents: t } = useWords(transparencyWords)
  return (
    <li id={`incident-${id}`}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p class="with-chip">
        <Chip tone={resolvedAt ? 'plain' : 'ink'}>{resolvedAt ? t.resolved : t.open}</Chip>
        <span class="note">
          {t.impacts[impact]}, <Time at={openedAt} />
          {resolvedAt && (
            <>
              {` ${t.until} `}
              <Time at={resolvedAt} />
            </>
          )}
        </span>
      </p>
      <ol class="updates">
        {updates.map(({ kind, body, postedAt }) => (
          <li key={postedAt + kind}>
            <p class="note">
              {t.kinds[kind]}, <Time at={postedAt} />
            </p>
            <p class="said" dir="auto">
              {body}
            </p>
          </li>
        ))}
      </ol>
    </li>
  )
}

/** Changes for developers, who read English. */
const ChangelogSection = ({ changelog }: { changelog: ApiChange[] }) => {
  const language = useLanguage()
  const { places } = useWords(transparencyWords)
  return (
    <Section id="changelog" title={places.changelog} note={<FeedLinks feed="changelog" />}>
      <ol class="entries">
        {changelog.map(({ id, date, title, changes }) => (
          <li key={id} id={id}>
            <h3 lang="en">{title}</h3>
            <p class="note">
              <time dateTime={date}>{formatDate(date, language)}</time>
            </p>
            <ul class="changes" lang="en">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Both forms of a feed. */
const FeedLinks = ({ feed }: { feed: string }) => (
  <>
    {useWords(transparencyWords).follow} <a href={`/feeds/${feed}.xml`}>Atom</a>,{' '}
    <a href={`/feeds/${feed}.json`}>JSON Feed</a>
  </>
)
