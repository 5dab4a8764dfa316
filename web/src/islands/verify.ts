import type { Check } from '../proofs.ts'

/** A button that checks the score without believing the service; what that takes is loaded when it is pressed. */
export function mount(element: HTMLElement, { scoreId }: { scoreId: string }): void {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button secondary',
    textContent: 'Verify in this browser',
  })
  const result = document.createElement('div')
  result.setAttribute('role', 'status')
  element.replaceChildren(button, result)
  button.addEventListener('click', () => void run(scoreId, { button, result }))
}

async function run(scoreId: string, { button, result }: { button: HTMLButtonElement; result: HTMLElement }) {
  button.disabled = true
  result.replaceChildren(paragraph('Checking …'))
  try {
    const { verify } = await import('./verify/verify.ts')
    const { checks, verdict } = await verify(scoreId)
    result.replaceChildren(paragraph(verdict, 'verdict-words'), formatList(checks))
  } catch (error) {
    result.replaceChildren(
      paragraph(`It could not be checked: ${error instanceof Error ? error.message : 'something failed'}.`),
    )
  } finally {
    button.disabled = false
  }
}

const paragraph = (text: string, className = '') =>
  Object.assign(document.createElement('p'), { textContent: text, className })

function formatList(checks: Check[]): HTMLElement {
  const list = Object.assign(document.createElement('ul'), { className: 'checks' })
  list.append(...checks.map(renderItem))
  return list
}

function renderItem({ name, kind, outcome, text }: Check): HTMLElement {
  const item = Object.assign(document.createElement('li'), { className: outcome })
  const head = Object.assign(document.createElement('strong'), { textContent: `${name}: ${words[outcome]}` })
  item.append(head, ` ${text}${kind === 'trust' ? ' (rests on somebody’s word)' : ''}`)
  return item
}

const words = { ok: 'holds', failed: 'fails', skipped: 'not checked' }
