import type { BindingProps } from './bind-form.tsx'

/** Loads and opens the form in which the creator names the token. */
export function mount(element: HTMLElement, props: BindingProps): void {
  const button = element.querySelector('button')
  button?.removeAttribute('data-waiting')
  button?.addEventListener('click', () => {
    button.disabled = true
    void import('./bind-form.tsx').then(({ startBinding }) => startBinding(element, props))
  })
}
