import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { findChainName } from '../../../../contract/chains.ts'
import { dropDollarSigns } from '../../../../contract/text.ts'
import { Icon } from '../../ui/icon.tsx'
import { writeFact } from '../../ui/reason.tsx'
import { ScoreDial } from '../../ui/score-dial.tsx'
import { SignalBar } from '../../ui/short-bars.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import { findingWords } from '../../words/findings.ts'
import { formWords } from '../../words/form.ts'
import { shortenHex } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreTerms } from '../../words/scores.ts'
import { type FormSignal, measureDraft, pickFacts } from './preview.tsx'
import type { Draft, SignalNote } from './submission.ts'

interface MeasuringProps {
  draft: Draft
  signals: FormSignal[]
  told: SignalNote[]
  /** null: the service's only one. */
  chainId: number | null
  picture: string | null
  /** The provider that reads contracts; null: none. */
  riskSource: string | null
  isDone: boolean
  onCancel: () => void
}

/** After so many seconds, a visitor is told how long it takes at most. */
const longSeconds = 12

/** Takes the place of the page while the service works. Its rows fill as the signals arrive. */
export function Measuring(props: MeasuringProps) {
  const { draft, signals, told, chainId, picture, riskSource, isDone, onCancel } = props
  const t = useWords(formWords)
  const [seconds, setSeconds] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => takePage(root.current), [])
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const count = t.measuredOf(told.length, signals.length)
  const address = draft.creatorAddress.trim()
  return (
    <div class="measuring" ref={root}>
      <Ticket
        name={draft.name.trim().slice(0, 64) || t.unnamed}
        symbol={dropDollarSigns(draft.symbol).slice(0, 16)}
        scoreId={null}
        picture={<Picture path={picture} />}
        tags={
          <>
            {chainId !== null && <span class="tag">{findChainName(chainId)}</span>}
            {address.startsWith('0x') && <span class="tag mono">{shortenHex(address)}</span>}
          </>
        }
        stub={
          <>
            <ScoreDial score={null}>{count}</ScoreDial>
            <p class="small muted time">{seconds < longSeconds ? t.seconds(seconds) : t.almost}</p>
          </>
        }
      />
      <section class="card" aria-label={t.scoring}>
        <progress max={signals.length} value={told.length} aria-label={count} />
        <ul>
          {signals.map((signal) => (
            <Row
              key={signal.name}
              signal={signal}
              draft={draft}
              note={told.find((one) => one.signal === signal.name)}
              riskSource={riskSource}
            />
          ))}
        </ul>
        <p class="foot">
          <span class="small muted">{isDone ? t.opening : t.nothingStored}</span>
          <button class="btn sm" type="button" onClick={onCancel} disabled={isDone}>
            {t.cancel}
          </button>
        </p>
      </section>
      <Announcement signals={signals} told={told} isDone={isDone} />
    </div>
  )
}

const Picture = ({ path }: { path: string | null }) =>
  path ? (
    <img src={path} alt="" width="96" height="96" />
  ) : (
    <span class="no-picture">
      <Icon name="picture" size={20} />
    </span>
  )

/** Hides the rest of the page, and shows the ticket from its top; returns what brings the page back. */
function takePage(root: HTMLElement | null): (() => void) | undefined {
  const page = root?.closest('.home-page')
  if (!page) return undefined
  page.classList.add('scoring')
  const heading = root?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  scrollTo({ top: 0, behavior: 'instant' })
  return () => {
    page.classList.remove('scoring')
    page.querySelector('#score')?.scrollIntoView({ behavior: 'instant' })
  }
}

interface RowProps {
  signal: FormSignal
  draft: Draft
  /** Undefined: it is being measured. */
  note: SignalNote | undefined
  riskSource: string | null
}

const Row = ({ signal: { name, title, isPending }, draft, note, riskSource }: RowProps) => {
  const t = useWords(formWords)
  const { notMeasured } = useWords(scoreTerms)
  const isStub = note?.stub ?? isPending
  const known = measureDraft(draft)[name]
  const score = note && !note.stub ? note.score : undefined
  const verb = toVerb(name, { draft, riskSource, t })
  return (
    <li class={note ? 'measured' : 'waiting'}>
      {note ? <Icon name="check" /> : <span class="spinner" />}
      <strong>{title}</strong>
      <span class="said">
        {note?.stub && notMeasured}
        {note && !note.stub && <Said note={note} facts={known?.facts} />}
        {!note && verb}
      </span>
      <SignalBar state={score ?? known?.score ?? (isStub ? null : { words: '–' })} />
      <span class={note ? 'value' : 'value muted'}>{score ?? known?.score ?? '–'}</span>
    </li>
  )
}

interface SaidProps {
  note: SignalNote
  facts: ReturnType<typeof pickFacts> | undefined
}

/** The service's reasons are English; the rules of names and handles speak the reader's language. */
const Said = ({ note: { reason }, facts }: SaidProps) => {
  const words = useWords(findingWords)
  const language = useLanguage()
  const { measured } = useWords(formWords)
  const [fact] = pickFacts(facts ?? [])
  if (fact) return <>{writeFact(fact, words)}</>
  const [first] = language === 'en' ? (/^[^.[]{3,}/.exec(reason ?? '') ?? []) : []
  return <>{first ?? measured}</>
}

interface Verbs {
  draft: Draft
  riskSource: string | null
  t: ReturnType<typeof useWords<(typeof formWords)['en']>>
}

function toVerb(name: string, { draft, riskSource, t }: Verbs): string {
  if (name === 'meme' && draft.description.trim() === '') return t.verbs['meme_alone'] ?? t.measuring
  if (name === 'risk') return draft.contractAddress.trim() === '' ? t.askingWallets : t.askingContract(riskSource)
  return t.verbs[name] ?? t.measuring
}

/** One message for each signal. */
const Announcement = ({ signals, told, isDone }: Pick<MeasuringProps, 'signals' | 'told' | 'isDone'>) => {
  const t = useWords(formWords)
  const { notMeasured } = useWords(scoreTerms)
  const last = told.at(-1)
  const title = signals.find(({ name }) => name === last?.signal)?.title
  const said = last && title !== undefined ? `${title}: ${last.stub ? notMeasured : last.score}` : t.scoring
  return (
    <p class="unseen" role="status">
      {isDone ? t.opening : said}
    </p>
  )
}
