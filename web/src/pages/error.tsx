import type { Page } from '../page.ts'
import type { ErrorProps } from '../pages.ts'

/** What is shown instead of a page. */
export const errorPage: Page<ErrorProps> = {
  head: ({ status, message }) => ({
    title: titles[status] ?? 'Something went wrong',
    description: message,
    isUnlisted: true,
  }),
  Body: ({ status, message, plainPath }) => (
    <div class="lone">
      <p class="lone-number">{status}</p>
      <h1>{titles[status] ?? 'Something went wrong'}</h1>
      <p class="lede">{message}</p>
      <p class="actions">
        <a class="button" href={plainPath ?? '/'}>
          {plainPath ? 'Show it without these choices' : 'Score a launch'}
        </a>
        <a href="/api/v1/docs">API documentation</a>
      </p>
    </div>
  ),
}

const titles: Record<number, string> = {
  400: 'That address makes no sense here',
  404: 'There is nothing here',
  429: 'Too many requests',
  451: 'This was taken down',
  500: 'Something went wrong on our side',
  502: 'A service that we depend on did not respond',
  503: 'This isn’t available right now',
}
