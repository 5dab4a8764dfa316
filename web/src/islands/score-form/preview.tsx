import { dropDollarSigns } from '../../../../contract/text.ts'
import type { Fact } from '../../../../contract/signals/schemas.ts'
import { scoreName } from '../../../../contract/signals/rules/name-1.2.0.ts'
import { scoreSocial } from '../../../../contract/signals/rules/social-1.2.0.ts'
import { Icon } from '../../ui/icon.tsx'
import { writeFact } from '../../ui/reason.tsx'
import { SignalBar } from '../../ui/short-bars.tsx'
import { findingWords } from '../../words/findings.ts'
import { formWords } from '../../words/form.ts'
import { shortenHex } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { type Draft, toHandle } from './submission.ts'

/** A signal of the score to come. */
export interface FormSignal {
  name: string
  title: string
  isPending: boolean
}

interface PreviewProps {
  draft: Draft
  signals: FormSignal[]
  /** The path of the picture; null: there is none to show. */
  picture: string | null
}

/** What is typed, and the signals that the browser can measure. */
export function Preview({ draft, signals, picture }: PreviewProps) {
  const t = useWords(formWords)
  const measured = measureDraft(draft)
  const symbol = dropDollarSigns(draft.symbol)
  const address = draft.creatorAddress.trim()
  const soFar = signals.flatMap(({ name, title }) => {
    const one = measured[name]
    return one ? [`${title} ${one.score}`] : []
  })
  return (
    <aside class="card preview" aria-label={t.preview}>
      <h3>{t.preview}</h3>
      <div class="previewed">
        {picture ? (
          <img src={picture} alt="" width="64" height="64" />
        ) : (
          <span class="no-picture">
            <Icon name="picture" size={20} />
          </span>
        )}
        <p>
          <bdi class="draft-name">{draft.name.trim().slice(0, 64) || t.unnamed}</bdi>{' '}
          {symbol !== '' && <bdi class="muted">${symbol.slice(0, 16)}</bdi>}
          <span class="small muted so-far">{soFar.length > 0 ? t.soFar(soFar.join(' · ')) : t.judgedAsYouType}</span>
          {/^0x[0-9a-f]{40}$/i.test(address) && <span class="small muted by">{t.by(shortenHex(address))}</span>}
        </p>
      </div>
      <ul class="small-bars">
        {signals.map(({ name, title }) => (
          <Row key={name} title={title} measured={measured[name]} />
        ))}
      </ul>
      <p class="small muted permanent">{t.permanent}</p>
    </aside>
  )
}

interface MeasuredHere {
  score: number
  facts: Fact[]
}

const Row = ({ title, measured }: { title: string; measured: MeasuredHere | undefined }) => {
  const words = useWords(findingWords)
  return (
    <li>
      <span>{title}</span>
      <SignalBar state={measured?.score ?? null} />
      <output>{measured?.score ?? '–'}</output>
      {measured && (
        <p class="small muted">
          {pickFacts(measured.facts).map((fact) => (
            <span key={fact.code}>{writeFact(fact, words)}</span>
          ))}
        </p>
      )}
    </li>
  )
}

/** What costs points, else what the signal says. */
export function pickFacts(facts: Fact[]): Fact[] {
  const costs = facts.filter(({ effect }) => (effect ?? 0) < 0)
  return (costs.length > 0 ? costs : facts).slice(0, 2)
}

/** The signals that rules alone decide, as far as they are known here. */
export function measureDraft(draft: Pick<Draft, 'name' | 'symbol' | 'xHandle'>): Partial<Record<string, MeasuredHere>> {
  const name = draft.name.trim().normalize('NFC')
  const social = previewSocial(draft)
  return { ...(name !== '' && { name: scoreName(name) }), ...(social && { social }) }
}

/** The lowest expected social signal; undefined: nothing is typed yet. Only the service knows how often a handle is mentioned. */
function previewSocial({
  xHandle,
  name,
  symbol,
}: Pick<Draft, 'name' | 'symbol' | 'xHandle'>): MeasuredHere | undefined {
  const text = xHandle.trim()
  if (text === '' && name.trim() === '') return undefined
  const handle = text === '' ? null : toHandle(text)
  return scoreSocial({ handle, name, symbol: dropDollarSigns(symbol), mentions: 0, claimedEarlier: false })
}
