import type { Check } from '../../proofs.ts'
import { pickWords } from '../../words/language.ts'
import { proofWords } from '../../words/proof.ts'

/** A button that verifies the score independently of the service. The verifier loads when it is pressed. */
export function mount(element: HTMLElement, { scoreId }: { scoreId: string }): void {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn sm',
    textContent: pickWords(proofWords).verify,
  })
  const result = document.createElement('div')
  result.setAttribute('role', 'status')
  element.replaceChildren(button, result)
  button.addEventListener('click', () => button.ariaDisabled === 'true' || void run(scoreId, { button, result }))
}

async function run(scoreId: string, { button, result }: { button: HTMLButtonElement; result: HTMLElement }) {
  const t = pickWords(proofWords)
  button.ariaDisabled = 'true' // a disabled button would lose the focus
  result.replaceChildren(paragraph(t.checking))
  try {
    const { verify } = await import('./verify.ts')
    const { checks, verdict } = await verify(scoreId)
    result.replaceChildren(paragraph(t.verdicts[verdict], `verdict ${verdict}`), formatList(checks))
  } catch (error) {
    result.replaceChildren(paragraph(t.failed(error instanceof Error ? error.message : '?')))
  } finally {
    button.ariaDisabled = 'false'
  }
}

const paragraph = (text: string, className = '') =>
  Object.assign(document.createElement('p'), { textContent: text, className })

function formatList(checks: Check[]): HTMLElement {
  const list = Object.assign(document.createElement('ul'), { className: 'checks' })
  list.append(...checks.map(renderItem))
  return list
}

const marks = { ok: '✓', failed: '✕', skipped: '–' }

/** The name of the check in the reader's language, and its detail in its own words. */
function renderItem({ name, kind, outcome, text }: Check): HTMLElement {
  const t = pickWords(proofWords)
  const item = Object.assign(document.createElement('li'), { className: outcome })
  const mark = Object.assign(document.createElement('span'), { textContent: marks[outcome], className: 'mark' })
  mark.setAttribute('aria-hidden', 'true')
  const spoken = Object.assign(document.createElement('span'), {
    textContent: `${t.marks[outcome]} `,
    className: 'unseen',
  })
  const label = Object.assign(document.createElement('strong'), { textContent: t.checks[name] ?? name })
  const detail = Object.assign(document.createElement('span'), { textContent: text, className: 'detail', lang: 'en' })
  item.append(mark, spoken, label, ...(kind === 'trust' ? [` (${t.trust})`] : []), ' ', detail)
  return item
}
