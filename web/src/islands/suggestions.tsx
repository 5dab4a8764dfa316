import { render } from 'preact'
import type { SearchResult } from '../../../contract/schemas/ranking.ts'
import { findTypo, parseAddress } from '../../../contract/address.ts'
import { findLead } from '../../../contract/lead.ts'
import { LeadChip } from '../ui/chips.tsx'
import { formatScore, plural, shortenHex } from '../words/formats.ts'
import { keepLanguage, pickWords, readPageLanguage } from '../words/language.ts'
import { searchWords } from '../words/search.ts'
import { Picture } from '../ui/picture.tsx'
import { tokenPath } from '../ui/chains.ts'

const pauseMs = 200
const most = 6

/** Suggests launches below a search field: a combobox with a list, as the ARIA Authoring Practices describe it. */
export function mount(form: HTMLElement): void {
  const field = form.querySelector<HTMLInputElement>('input[name=q]')
  if (!field || field.role === 'combobox') return
  const list = addList(form, field)
  const state: State = { field, ...list, results: [], active: -1, timer: undefined, asking: null, silentUntil: 0 }
  field.addEventListener('input', (event) => {
    if (state.active >= 0) show(state, -1) // it doesn't match the new text
    if (!(event instanceof InputEvent && event.isComposing)) askSoon(state)
  })
  field.addEventListener('compositionend', () => askSoon(state))
  field.addEventListener('focus', () => askSoon(state))
  field.addEventListener('keydown', (event) => handleKey(state, event))
  form.addEventListener('focusout', () => close(state))
  form.addEventListener('submit', (event) => {
    const typo = findTypo(field.value.trim())
    if (typo !== null) event.preventDefault()
    close(state)
    tellTypo(state, typo)
  })
  list.box.addEventListener('mousedown', (event) => event.preventDefault()) // the field keeps the focus
  if (document.activeElement === field) askSoon(state)
}

interface State {
  field: HTMLInputElement
  box: HTMLElement
  status: HTMLElement
  typo: HTMLElement
  results: Suggestion[]
  /** The suggestion that Enter opens; -1: none, and Enter searches. */
  active: number
  timer: ReturnType<typeof setTimeout> | undefined
  asking: AbortController | null
  /** No requests until then, as the service asked. */
  silentUntil: number
}

/** A score, or the address of a token that has none. */
type Suggestion = SearchResult | { address: string }

const listUnscored = (q: string): Suggestion[] => {
  const parsed = parseAddress(q)
  return 'address' in parsed ? [parsed] : []
}

function addList(form: HTMLElement, field: HTMLInputElement): Pick<State, 'box' | 'status' | 'typo'> {
  const box = document.createElement('div')
  const status = document.createElement('span')
  const id = `suggestions-${document.querySelectorAll('.suggestions').length}`
  Object.assign(box, { id, className: 'suggestions', role: 'listbox', hidden: true })
  Object.assign(status, { className: 'unseen', role: 'status' })
  box.setAttribute('aria-label', pickWords(searchWords).suggestions)
  const typo = document.createElement('p')
  Object.assign(typo, { id: `${id}-typo`, className: 'suggestions fault', role: 'alert', hidden: true })
  form.append(box, status, typo)
  field.role = 'combobox'
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', id)
  field.setAttribute('aria-describedby', typo.id)
  field.setAttribute('aria-expanded', 'false')
  return { box, status, typo }
}

/** Asks when the typing pauses, and cancels the running request so that no late response shows. */
function askSoon(state: State): void {
  clearTimeout(state.timer)
  state.asking?.abort()
  const q = state.field.value.trim()
  const typo = findTypo(q)
  if (typo === null) tellTypo(state, null)
  if (q === '' || typo !== null) close(state)
  if (q === '') return
  state.timer = setTimeout(() => (typo === null ? void ask(state, q) : tellTypo(state, typo)), pauseMs)
}

/** Says below the field what is wrong with an address. */
function tellTypo({ field, typo }: State, found: ReturnType<typeof findTypo>): void {
  typo.hidden = found === null
  typo.textContent = found && pickWords(searchWords).typos[found]
  if (found === null) field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

async function ask(state: State, q: string): Promise<void> {
  if (Date.now() < state.silentUntil) return close(state)
  const asking = new AbortController()
  state.asking = asking
  const path = `/api/v1/search?${new URLSearchParams({ q, limit: String(most) }).toString()}`
  const response = await fetch(path, { signal: asking.signal }).catch(() => null)
  const found = response?.ok ? ((await response.json().catch(() => null)) as { results: SearchResult[] } | null) : null
  if (asking.signal.aborted) return
  if (response?.status === 429)
    state.silentUntil = Date.now() + 1000 * Number(response.headers.get('retry-after') ?? 60)
  const results = found && (found.results.length > 0 ? found.results : listUnscored(q))
  if (results === null || results.length === 0) return close(state)
  state.results = results
  show(state, -1)
  state.status.textContent = plural(readPageLanguage(), results.length, pickWords(searchWords).suggested)
}

/** Without suggestions, or with none chosen, keys keep their default action. */
function handleKey(state: State, event: KeyboardEvent): void {
  const { results, active, box } = state
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  const isOpen = !box.hidden
  if (event.key === 'Escape' && isOpen) close(state)
  else if (event.key === 'ArrowDown' && results.length > 0) show(state, isOpen ? step(active, 1, results.length) : 0)
  else if (event.key === 'ArrowUp' && results.length > 0)
    show(state, isOpen ? step(active, -1, results.length) : results.length - 1)
  else if (event.key === 'Enter' && isOpen && active >= 0) location.assign(toHref(results[active]))
  else return
  event.preventDefault()
}

/** From the last suggestion to the field (-1) and on to the first. */
const step = (from: number, by: number, count: number) => ((from + 1 + by + count + 1) % (count + 1)) - 1

function show(state: State, active: number): void {
  const { field, box, results } = state
  state.active = active
  render(<Options id={box.id} results={results} active={active} />, box)
  box.hidden = false
  field.setAttribute('aria-expanded', 'true')
  if (active < 0) field.removeAttribute('aria-activedescendant')
  else field.setAttribute('aria-activedescendant', `${box.id}-${active}`)
}

function close(state: State): void {
  clearTimeout(state.timer)
  state.asking?.abort()
  state.box.hidden = true
  state.active = -1
  state.status.textContent = ''
  if (state.field.value.trim() === '') state.results = []
  state.field.setAttribute('aria-expanded', 'false')
  state.field.removeAttribute('aria-activedescendant')
}

const toPath: Record<SearchResult['match'], (result: SearchResult) => string> = {
  contract: ({ contractAddress, chainId, scoreId }) =>
    contractAddress ? tokenPath(contractAddress, chainId) : `/score/${scoreId}`,
  wallet: ({ scoreId }) => `/score/${scoreId}`,
  id: ({ scoreId }) => `/score/${scoreId}`,
  name: ({ scoreId }) => `/score/${scoreId}`,
}

function toHref(result: Suggestion | undefined): string {
  if (!result) return keepLanguage('/search')
  return keepLanguage('address' in result ? `/token/${result.address}` : toPath[result.match](result))
}

const Options = ({ id, results, active }: { id: string; results: Suggestion[]; active: number }) => (
  <>
    {results.map((result, at) => (
      <a key={at} id={`${id}-${at}`} role="option" aria-selected={at === active} tabIndex={-1} href={toHref(result)}>
        {'address' in result ? <Unscored {...result} /> : <Scored {...result} />}
      </a>
    ))}
  </>
)

const Unscored = ({ address }: { address: string }) => (
  <span class="names">
    <span class="title">{pickWords(searchWords).open}</span>
    <code class="ticker">{shortenHex(address)}</code>
  </span>
)

const Scored = (result: SearchResult) => (
  <>
    <Picture scoreId={result.scoreId} side={30} />
    <span class="names">
      <bdi class="title">{result.name}</bdi>
      <bdi class="ticker">${result.symbol}</bdi>
    </span>
    <Verdict {...result} />
  </>
)

/** The outcome or a fatal fact stands in place of the number and the band (D59, D101). */
function Verdict(result: SearchResult) {
  const { aggregate, confidence } = result
  if (findLead(result) !== null) return <LeadChip {...result} />
  return (
    <>
      <span class="number">{formatScore(aggregate)}</span>
      <LeadChip {...result} hasStubs={confidence === 'preliminary'} />
    </>
  )
}
