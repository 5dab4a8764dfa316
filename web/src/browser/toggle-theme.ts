const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const yearSeconds = 365 * 24 * 3600

/** Lets the button in the top bar go from the system's theme to light to dark. A cookie tells the server, which renders the next page so. */
export function enableThemeToggle(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-themes]')
  if (!button) return
  const labels = JSON.parse(button.dataset['themes'] ?? '{}') as Record<Theme, string> // the server rendered them
  button.removeAttribute('data-waiting')
  button.addEventListener('click', () => {
    const theme = themes[(themes.indexOf(readTheme()) + 1) % themes.length] ?? 'system'
    showTheme(theme)
    storeTheme(theme)
    button.setAttribute('aria-label', labels[theme])
  })
}

const readTheme = (): Theme => themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system'

function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

function storeTheme(theme: Theme): void {
  const maxAge = theme === 'system' ? 0 : yearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `theme=${theme}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
}
