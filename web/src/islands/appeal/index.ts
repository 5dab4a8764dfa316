import type { AppealingProps } from './appeal-form.tsx'

/** Loads and opens the form of an appeal. */
export function mount(element: HTMLElement, props: AppealingProps): void {
  const button = element.querySelector('button')
  button?.removeAttribute('data-waiting')
  button?.addEventListener('click', () => {
    button.disabled = true
    void import('./appeal-form.tsx').then(({ startAppeal }) => startAppeal(element, props))
  })
}
