import type { components } from './api.ts'
import { LaunchscoreError } from './errors.ts'
import { streamScore } from './score-events.ts'
import { type ApiRequest, type Send, createSend, readJson } from './send.ts'
import { signalTitles } from './signal-titles.ts'
import { type ElementWords, elementWords } from './element-words.ts'

type ScoreResult = components['schemas']['ScoreResult']
type Submission = components['schemas']['ScoreSubmission']

/** Signs a message with the creator's wallet (`personal_sign`). */
export type SignMessage = (message: string, creatorAddress: string) => Promise<string>

/** `<launch-score>`. */
export interface LaunchScoreElement extends HTMLElement {
  /**
   * Scores the fields of the form for the public, and shows the score. With `sign`, the creator's wallet signs the
   * submission first; without it the score says "unsigned".
   */
  publish: (sign?: SignMessage) => Promise<ScoreResult>
}

export interface LaunchScoreEventMap {
  score: CustomEvent<ScoreResult>
  error: CustomEvent<Error>
}

interface DefineOptions {
  /** The deployment's URL, for elements without a `base-url`. */
  baseUrl?: string
}

/** The fields of a submission, by the names of the form's controls. A file in `image` is uploaded. */
const textFields = [
  'name',
  'symbol',
  'description',
  'imageUrl',
  'xHandle',
  'creatorAddress',
  'contractAddress',
] as const

/** The errors that a ticket explains itself, by their status. */
const codes: Record<number, 'not_found' | 'hidden' | undefined> = { 404: 'not_found', 451: 'hidden' }

const inputTypes = ['input', 'change']
const pauseMs = 800
const imageUrls = new WeakMap<File, string>()

/** Defines `<launch-score>`. Without a browser it does nothing. */
export function defineLaunchScore({ baseUrl = '' }: DefineOptions = {}): void {
  if (typeof customElements === 'undefined' || customElements.get('launch-score')) return
  customElements.define('launch-score', createClass(baseUrl))
}

// A function, because a server has no HTMLElement.
const createClass = (defaultUrl: string) =>
  class extends HTMLElement implements LaunchScoreElement {
    static readonly observedAttributes = ['score', 'token', 'chain-id', 'draft', 'theme', 'lang', 'api-key', 'base-url']
    readonly #ticket = document.createElement('div')
    readonly #status = document.createElement('p')
    readonly #style = new CSSStyleSheet()
    #running = new AbortController()
    #form: HTMLFormElement | null = null
    #timer: ReturnType<typeof setTimeout> | undefined
    #isPlanned = false
    #scored = ''
    #waitUntil = 0

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      const own = new CSSStyleSheet()
      own.replaceSync(ownRules)
      root.adoptedStyleSheets = [this.#style, own] // a page's policy against inline styles doesn't forbid these
      this.#status.role = 'status'
      root.append(this.#ticket, this.#status)
    }

    connectedCallback(): void {
      this.#plan()
    }

    disconnectedCallback(): void {
      this.#stop()
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#plan()
    }

    async publish(sign?: SignMessage): Promise<ScoreResult> {
      const form = this.#form ?? this.#findForm()
      if (!form) throw new TypeError('<launch-score> has no form: set draft="id of a form", or put it into one')
      this.#abort()
      const { signal } = this.#running
      try {
        const submission = await this.#readSubmission(form, signal)
        const send = this.#createSend()
        const signed = sign ? { ...submission, creatorSignature: await this.#sign(send, submission, sign) } : submission
        const score = await this.#stream(send, signed, signal)
        this.#scored = JSON.stringify(readFields(form))
        await this.#showTicket(`score/${score.id}`, signal)
        this.#tell(this.#words.published)
        this.#dispatch('score', score)
        return score
      } catch (error) {
        this.#fail(error, signal)
        throw error
      }
    }

    get #base(): string {
      const url = this.getAttribute('base-url') ?? defaultUrl
      return url.replace(/\/+$/, '')
    }

    get #language(): keyof typeof elementWords {
      const tag = this.getAttribute('lang') ?? this.closest('[lang]')?.getAttribute('lang') ?? navigator.language
      return (['es', 'zh'] as const).find((language) => tag.startsWith(language)) ?? 'en'
    }

    get #words(): ElementWords {
      return elementWords[this.#language]
    }

    /** Several attributes that change together start it once. */
    #plan(): void {
      if (this.#isPlanned) return
      this.#isPlanned = true
      queueMicrotask(() => {
        this.#isPlanned = false
        if (this.isConnected) this.#start()
      })
    }

    #start(): void {
      this.#stop()
      this.#scored = ''
      const [score, token] = [this.getAttribute('score'), this.getAttribute('token')]
      if (score !== null) return void this.#showStored(`score/${encodeURIComponent(score)}`)
      if (token !== null) return void this.#showStored(`token/${encodeURIComponent(token)}`)
      if (!this.hasAttribute('draft')) return
      this.#form = this.#findForm()
      for (const type of inputTypes) this.#form?.addEventListener(type, this.#onInput)
      this.#score(0)
    }

    #stop(): void {
      for (const type of inputTypes) this.#form?.removeEventListener(type, this.#onInput)
      this.#form = null
      this.#abort()
    }

    #abort(): void {
      clearTimeout(this.#timer)
      this.#running.abort()
      this.#running = new AbortController()
    }

    #findForm(): HTMLFormElement | null {
      const id = this.getAttribute('draft')
      const found = id ? document.getElementById(id) : this.closest('form')
      return found instanceof HTMLFormElement ? found : null
    }

    readonly #onInput = (): void => this.#score(pauseMs)

    /** Scores a draft of the fields after a pause. A change of the fields aborts it. */
    #score(delayMs: number): void {
      const form = this.#form
      if (!form || JSON.stringify(readFields(form)) === this.#scored) return
      this.#abort()
      const missing = listMissing(form)
      if (missing.length > 0) {
        this.#tell(this.#words.missing(missing.map((name) => this.#words.fields[name] ?? name)))
        return
      }
      const { signal } = this.#running
      const waitMs = Math.max(delayMs, this.#waitUntil - Date.now())
      this.#timer = setTimeout(() => void this.#scoreDraft(form, signal), waitMs)
    }

    async #scoreDraft(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
      const fields = JSON.stringify(readFields(form))
      try {
        this.#tell(this.#words.scoring)
        const submission = await this.#readSubmission(form, signal)
        const score = await this.#stream(this.#createSend(), { ...submission, draft: true }, signal)
        this.#scored = fields
        await this.#showTicket(`score/${score.id}`, signal)
        this.#tell(this.#words.draft)
        this.#dispatch('score', score)
      } catch (error) {
        this.#fail(error, signal)
      }
    }

    async #stream(send: Send, submission: Submission, signal: AbortSignal): Promise<ScoreResult> {
      const { count, rows } = this.#showMeasuring(submission)
      let measured = 0
      for await (const event of streamScore(send, submission, { signal })) {
        if (event.type === 'score') return event.score
        rows.get(event.signal)?.replaceWith(createRow(this.#titleOf(event.signal), event))
        measured += 1
        count.textContent = `${measured}/${rows.size}`
      }
      throw new LaunchscoreError('The stream ended before the score', { code: 'connection' })
    }

    /** What the form knows, and a row for each signal that is being measured. */
    #showMeasuring({ name, symbol }: Submission) {
      const words = this.#words
      const rows = new Map(
        Object.keys(signalTitles).map((signal) => [signal, createRow(this.#titleOf(signal), words.reading)]),
      )
      const count = make('span', `0/${rows.size}`)
      const card = make('div', make('p', `${name ?? ''} ${symbol ?? ''}`, count), make('ul', ...rows.values()))
      card.className = 'now'
      this.#ticket.replaceChildren(card)
      return { count, rows }
    }

    #titleOf(signal: string): string {
      return signalTitles[signal]?.[this.#language] ?? signal
    }

    async #sign(send: Send, submission: Submission, sign: SignMessage): Promise<string> {
      const request = toRequest('POST', '/v1/score/message', JSON.stringify({ submission }))
      const { message } = await send(request, (response) => readJson<{ message: string }>(response))
      return sign(message, submission.creatorAddress)
    }

    /** Uploads a chosen file once. */
    async #readSubmission(form: HTMLFormElement, signal: AbortSignal): Promise<Submission> {
      const { image, ...fields } = readFields(form)
      const file = image && new FormData(form).get('image')
      if (!(file instanceof File)) return fields as unknown as Submission // `listMissing` or the service names what lacks
      const known = imageUrls.get(file) ?? (await this.#upload(file, signal))
      imageUrls.set(file, known)
      return { ...fields, imageUrl: known } as unknown as Submission
    }

    async #upload(file: File, signal: AbortSignal): Promise<string> {
      const body = new FormData()
      body.set('image', file)
      const request = toRequest('POST', '/v1/images', body)
      return (await this.#createSend()(request, readJson<{ imageUrl: string }>, { signal })).imageUrl
    }

    /** Without retries: the next change of a field asks again. */
    #createSend(): Send {
      const apiKey = this.getAttribute('api-key')
      return createSend({ baseUrl: this.#base, maxRetries: 0, ...(apiKey && { apiKey }) })
    }

    async #showStored(path: string): Promise<void> {
      const { signal } = this.#running
      try {
        const id = await this.#showTicket(path, signal)
        const send = createSend({ baseUrl: this.#base })
        const request = toRequest('GET', `/v1/score/${id}`)
        this.#dispatch('score', await send(request, (response) => readJson<ScoreResult>(response), { signal }))
      } catch (error) {
        this.#fail(error, signal)
      }
    }

    /** Shows the service's own ticket, as frames do. Returns the id of its score. */
    async #showTicket(path: string, signal: AbortSignal): Promise<string> {
      const query = new URLSearchParams({ lang: this.#language, theme: this.getAttribute('theme') ?? 'auto' })
      const chainId = this.getAttribute('chain-id')
      if (chainId !== null && path.startsWith('token/')) query.set('chainId', chainId)
      const response = await fetch(`${this.#base}/embed/${path}?${query}`, { signal, credentials: 'omit' })
      const { style, markup } = splitStyle(await response.text())
      const page = new DOMParser().parseFromString(markup, 'text/html')
      signal.throwIfAborted()
      const ticket = page.querySelector<HTMLElement>('.ticket')
      if (!ticket) throw new LaunchscoreError(`${this.#base} sent no ticket`, { code: 'unexpected' })
      this.#style.replaceSync(style)
      this.#ticket.replaceChildren(toPart(ticket, this.#base))
      if (response.ok) return ticket.dataset['score'] ?? ''
      const code = codes[response.status] ?? 'unexpected'
      const message = ticket.querySelector('[lang=en]')?.textContent ?? `HTTP ${response.status}`
      throw new LaunchscoreError(message, { code, status: response.status })
    }

    #fail(error: unknown, signal: AbortSignal): void {
      if (signal.aborted) return
      const failure = error instanceof Error ? error : new Error(String(error))
      this.#ticket.querySelector('.now')?.remove()
      const seconds = failure instanceof LaunchscoreError ? failure.retryAfterSeconds : undefined
      if (seconds !== undefined && this.#form) {
        this.#waitUntil = Date.now() + seconds * 1000
        this.#score(0)
      }
      if (seconds !== undefined) this.#tell(this.#words.wait(seconds))
      else if (isOffline(failure)) this.#offerAgain()
      else if (!isShown(failure)) this.#tell(this.#words.failed(describe(failure)))
      this.#dispatch('error', failure)
    }

    #offerAgain(): void {
      const again = make('button', this.#words.again)
      again.type = 'button'
      again.addEventListener('click', () => this.#start())
      this.#status.replaceChildren(`${this.#words.offline} `, again)
    }

    #tell(text: string): void {
      this.#status.textContent = text
    }

    #dispatch(type: keyof LaunchScoreEventMap, detail: ScoreResult | Error): void {
      this.dispatchEvent(new CustomEvent(type, { detail }))
    }
  }

/** Of a route that takes a publishable key. */
const toRequest = (method: string, path: string, body?: string | FormData): ApiRequest => ({
  method,
  path,
  ...(body !== undefined && { body }),
  accept: 'application/json',
  isKeyed: false,
  isPublic: true,
})

/** The filled fields; `image` says which file is chosen. */
function readFields(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form)
  const read = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const texts = textFields.map((name) => [name, read(name)] as const).filter(([, value]) => value !== '')
  const file = data.get('image')
  const image = file instanceof File && file.size > 0 ? [['image', `${file.name} ${file.lastModified}`] as const] : []
  return Object.fromEntries([...texts, ...image])
}

/** The fields that a submission without a contract needs, and those that the form marks as required. */
function listMissing(form: HTMLFormElement): string[] {
  const fields = readFields(form)
  const required = textFields.filter((name) => {
    const control = form.elements.namedItem(name)
    return control instanceof HTMLElement && control.hasAttribute('required')
  })
  const always = fields['contractAddress'] === undefined ? ['name', 'symbol', 'imageUrl', 'creatorAddress'] : []
  const needed = new Set([...always, ...required])
  return [...needed].filter((name) => fields[name] === undefined && !(name === 'imageUrl' && fields['image']))
}

/** A parsed style element would violate a page's policy. */
function splitStyle(html: string): { style: string; markup: string } {
  const [before = '', rest = ''] = html.split('<style>', 2)
  const [style = '', after = ''] = rest.split('</style>', 2)
  return { style, markup: before + after }
}

/** The ticket for a page that has its own headings and landmarks. */
function toPart(ticket: HTMLElement, base: string): HTMLElement {
  const part = make('div', ...ticket.childNodes)
  part.className = ticket.className
  const heading = part.querySelector('h1')
  if (heading) {
    const name = make('p', ...heading.childNodes)
    name.className = heading.className
    heading.replaceWith(name)
  }
  for (const image of part.querySelectorAll('img')) {
    image.removeAttribute('srcset')
    image.src = base + image.getAttribute('src')
  }
  return part
}

/** A signal's score, or a word while it is measured. */
function createRow(title: string, state: { score: number; stub: boolean } | string): HTMLElement {
  if (typeof state === 'string') return make('li', title, createBar(0), make('small', state))
  const { score, stub } = state
  return make('li', title, createBar(stub ? 0 : score), make('b', stub ? '–' : String(score)))
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...content: (string | Node)[]) {
  const element = document.createElement(tag)
  element.append(...content)
  return element
}

/** Drawn, because a policy may forbid style attributes. */
function createBar(score: number): SVGElement {
  const bar = draw('svg', { viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' })
  const size = { height: '6', rx: '3' }
  bar.append(draw('rect', { ...size, width: '100', opacity: '.15' }), draw('rect', { ...size, width: String(score) }))
  return bar
}

/** There was no response. */
const isOffline = (error: Error): boolean =>
  error instanceof TypeError || (error instanceof LaunchscoreError && error.code === 'connection')

/** The service's ticket says it already. */
const isShown = (error: Error): boolean =>
  error instanceof LaunchscoreError && (error.code === 'not_found' || error.code === 'hidden')

function describe(error: Error): string {
  const [detail] = error instanceof LaunchscoreError ? error.details : []
  return detail ? `${detail.path} ${detail.message}` : error.message
}

const ownRules = `:host{display:block;font:400 .875rem/1.25rem system-ui,sans-serif}
:host([hidden]){display:none}
p:empty{display:none}
.now{padding:16px;border:1px solid #8888;border-radius:16px}
.now p{display:flex;justify-content:space-between;margin:0 0 12px;font-weight:600}
ul{display:grid;gap:8px;margin:0;padding:0;list-style:none}
li{display:grid;grid-template-columns:5em 1fr 5em;gap:12px;align-items:center}
li svg{width:100%;height:8px;fill:currentColor}
li :last-child{text-align:end}
p{margin:8px 0 0;overflow-wrap:anywhere}`

function draw(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
