import type { Page } from '../page.ts'
import type { ErrorProps } from '../pages.ts'

/** What is shown instead of a page. */
export const errorPage: Page<ErrorProps> = {
  head: ({ status, message }) => ({
    title: titles[status] ?? 'It did not work',
    description: message,
    isUnlisted: true,
  }),
  Body: ({ status, message, plainPath, site }) => (
    <div class="lone">
      <p class="lone-number">{status}</p>
      <h1>{titles[status] ?? 'It did not work'}</h1>
      <p class="lede">{message}</p>
      <p class="actions">
        <a class="button" href={plainPath ?? '/'}>
          {plainPath ? 'Show it without these choices' : 'Score a launch'}
        </a>
        <a href="/api/v1/docs">What {site.name} answers</a>
      </p>
    </div>
  ),
}

const titles: Record<number, string> = {
  400: 'That address makes no sense here',
  404: 'There is nothing here',
  429: 'A little slower, please',
  500: 'Something went wrong on our side',
  502: 'Somebody we rely on did not answer',
  503: 'This isn’t available here',
}
