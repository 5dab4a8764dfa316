import type { ComponentChildren } from 'preact'
import type { ComparedScore, CompareProps, GoneScore } from '../../../contract/props/compare.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import { isSignedStanding } from '../../../contract/standing.ts'
import type { Page } from '../page.ts'
import { formatAge, formatDateTime, formatList, formatScore, shortenHex } from '../words/formats.ts'
import { compareWords } from '../words/compare.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { ledIn } from '../words/lead.ts'
import { LeadChip } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { SignalBar } from '../ui/short-bars.tsx'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { Picture } from '../ui/picture.tsx'

const most = 4

/** Up to four scores side by side. */
export const comparePage: Page<CompareProps> = {
  head: ({ entries }, { language }) => {
    const t = pickWords(compareWords, language)
    const names = listShown(entries).map(({ score, state }) => ledIn(language, state, score.submission.name))
    const title = names.length > 0 ? t.titleOf(formatList(names, language)) : t.title
    // there are countless combinations
    return { title, description: t.description, isUnlisted: true }
  },
  Body: (props) => {
    const t = useWords(compareWords)
    const { entries } = props
    const majors = new Set(listShown(entries).map(({ score }) => score.promptVersion.split('.')[0]))
    return (
      <div class="compare-page">
        <header>
          <h1>{t.title}</h1>
          <p class="muted">{t.lead}</p>
        </header>
        {majors.size > 1 && <p class="card banner">{t.notComparable}</p>}
        {entries.length > 0 && <CompareTable {...props} />}
        <AddForm {...props} />
      </div>
    )
  },
}

/** A form that works by itself: what is compared already goes along. */
const AddForm = ({ entries, problem, typed }: CompareProps) => {
  const t = useWords(compareWords)
  if (entries.length >= most) return <p class="muted">{problem ? t.problems[problem] : t.full}</p>
  const said = [t.empty, t.one][listShown(entries).length]
  return (
    <form class="card add" action="/compare">
      {entries.length > 0 && <input type="hidden" name="ids" value={entries.map(({ id }) => id).join()} />}
      {said && <p>{said}</p>}
      <label for="add">{t.label}</label>
      <div>
        <input
          id="add"
          name="ids"
          type="text"
          value={typed}
          required
          maxLength={300}
          autocomplete="off"
          spellcheck={false}
          {...(problem && { 'aria-invalid': true, 'aria-describedby': 'add-problem' })}
        />
        <button class="btn pri" type="submit">
          {t.add}
        </button>
      </div>
      {problem && (
        <p class="problem" id="add-problem">
          {t.problems[problem]}
        </p>
      )}
    </form>
  )
}

type Entry = ComparedScore

/** The scores that are still there. */
const listShown = (entries: CompareProps['entries']): ComparedScore[] => entries.filter((entry) => entry.gone === null)

/**
 * A column for each score, a row for each thing to compare; on phones the row's title stands above its cells. The roles are
 * explicit, because browsers drop those of a table whose display changes.
 */
const CompareTable = ({ entries, now }: CompareProps) => {
  const t = useWords(compareWords)
  const language = useLanguage()
  const shown = listShown(entries)
  const names = listNames(shown)
  return (
    <div class="card scroll" role="region" aria-label={t.table} tabIndex={0}>
      <table class={`of-${entries.length}`} role="table">
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            {entries.map((entry) => (
              <ColumnHead key={entry.id} entry={entry} entries={entries} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Row title={t.score} entries={entries} isFirst show={(entry) => <Total {...entry} entries={shown} />} />
          {names.map((name) => (
            <Row
              key={name}
              title={pickSignalTitle(name, language)}
              entries={entries}
              show={({ score }) => <Signal name={name} score={score} entries={shown} />}
            />
          ))}
          <Row title={t.creator} entries={entries} show={(entry) => <Creator {...entry} />} />
          <Row title={t.scored} entries={entries} show={({ score }) => <Age at={score.createdAt} now={now} />} />
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  title: string
  entries: CompareProps['entries']
  show: (entry: Entry) => ComponentChildren
  /** The first row gives the reason for a missing score. */
  isFirst?: boolean
}

const Row = ({ title, entries, show, isFirst = false }: RowProps) => (
  <tr role="row">
    <th scope="row" role="rowheader">
      {title}
    </th>
    {entries.map((entry) => (
      <td key={entry.id} role="cell" class={entry.gone === null ? undefined : 'muted'}>
        {entry.gone === null ? show(entry) : isFirst && <Reason {...entry} />}
      </td>
    ))}
  </tr>
)

/** The signals of all records, each once, in the order of the first record that has it. */
const listNames = (entries: Entry[]): string[] => [
  ...new Set(entries.flatMap(({ score }) => score.explanation.contributions.map(({ signal }) => signal))),
]

const Reason = ({ gone, message }: GoneScore) => {
  const { noScore } = useWords(compareWords)
  return gone === 'hidden' ? <span lang="en">{message}</span> : <>{noScore}</>
}

interface HeadProps {
  entry: CompareProps['entries'][number]
  entries: CompareProps['entries']
}

const ColumnHead = ({ entry, entries }: HeadProps) => {
  const t = useWords(compareWords)
  const others = entries.flatMap(({ id }) => (id === entry.id ? [] : [id]))
  return (
    <th scope="col" role="columnheader">
      <div class="column-head">
        {entry.gone === null ? <Launch {...entry} /> : <Gone {...entry} />}
        <a
          class="remove"
          href={`/compare${others.length > 0 ? `?ids=${others.join()}` : ''}`}
          aria-label={entry.gone === null ? t.remove(entry.score.submission.name) : t.removeGone[entry.gone]}
        >
          <Icon name="cross" size={14} />
        </a>
      </div>
    </th>
  )
}

const Launch = ({ score }: Entry) => {
  const { name, symbol } = score.submission
  return (
    <>
      <Picture scoreId={score.id} side={56} />
      <a href={`/score/${score.id}`}>
        <bdi>{name}</bdi>
      </a>
      <span class="ticker">
        <bdi>${symbol}</bdi>
      </span>
    </>
  )
}

/** The ids of a day begin alike, so only the end of one tells it from others. */
const Gone = ({ id, gone }: GoneScore) => {
  const t = useWords(compareWords)
  return (
    <>
      <span class="gone">{t.gone[gone]}</span>
      <span class="ticker" title={id}>
        …{id.slice(-8)}
      </span>
    </>
  )
}

/** One verdict for each score: a critical one stands before the number. It, and a preliminary one, is never the highest (D59). */
const Total = ({ score, state, entries }: Entry & { entries: Entry[] }) => {
  const all = entries.flatMap((entry) => (isRanked(entry) ? [entry.score.aggregate] : []))
  const chip = <LeadChip {...state} band={score.band} hasStubs={score.hasStubs} />
  const isWarned = isCriticalLead(state)
  return (
    <div class={isWarned ? 'total warned' : 'total'}>
      {isWarned && chip}
      <Figure
        value={score.aggregate}
        shown={formatScore(score.aggregate)}
        all={isRanked({ score, state }) ? all : []}
      />
      {!isWarned && chip}
    </div>
  )
}

const isRanked = ({ score, state }: Pick<Entry, 'score' | 'state'>) => !isCriticalLead(state) && !score.hasStubs

const Signal = ({ name, score, entries }: { name: string; score: Entry['score']; entries: Entry[] }) => {
  const { notMeasured } = useWords(scoreTerms)
  const reading = score.signals[name]
  if (!reading) return <span class="muted">–</span>
  const { stub, score: value } = reading
  const all = entries.flatMap(({ score: { signals } }) => {
    const other = signals[name]
    return other && !other.stub ? [other.score] : []
  })
  return (
    <div class="signal">
      {stub ? <span class="muted">{notMeasured}</span> : <Figure value={value} shown={String(value)} all={all} />}
      <SignalBar state={stub ? null : value} />
    </div>
  )
}

/** The highest of several different ones stands out, by weight and for those who listen. */
const Figure = ({ value, shown, all }: { value: number; shown: string; all: number[] }) => {
  const t = useWords(compareWords)
  const isBest = all.length > 1 && value === Math.max(...all) && all.some((other) => other < value)
  return (
    <span class={isBest ? 'figure best' : 'figure'}>
      {shown}
      {isBest && <span class="unseen"> ({t.best})</span>}
    </span>
  )
}

const Creator = ({ score, standing }: Entry) => {
  const t = useWords(compareWords)
  const address = score.submission.creatorAddress
  return (
    <>
      <a class="mono wallet" href={`/creator/${address}`} title={address}>
        {shortenHex(address)}
      </a>
      <span class={isSignedStanding(standing) ? 'signature' : 'signature muted'}>
        {isSignedStanding(standing) ? `✓ ${t.signed}` : t.notSigned}
      </span>
    </>
  )
}

const Age = ({ at, now }: { at: string; now: string }) => {
  const language = useLanguage()
  return (
    <time dateTime={at} title={formatDateTime(at, language)}>
      {formatAge(at, now, language)}
    </time>
  )
}
