import type { ErrorProps } from '../../../contract/props/pages.ts'
import type { Page } from '../page.ts'
import { errorWords } from '../words/error.ts'
import { frameWords } from '../words/frame.ts'
import { pickWords, useWords } from '../words/language.ts'

/** The page of an error. The service’s own sentence is English. */
export const errorPage: Page<ErrorProps> = {
  head: ({ status, message }, { language }) => {
    const { titles, other } = pickWords(errorWords, language)
    return { title: titles[status] ?? other, description: message, isUnlisted: true }
  },
  Body: ({ status, message, plainPath }) => {
    const { titles, other, clearFilters } = useWords(errorWords)
    const frame = useWords(frameWords)
    return (
      <div class="error-page">
        <p class="status">{status}</p>
        <h1>{titles[status] ?? other}</h1>
        <p class="message" lang="en">
          {message}
        </p>
        <p class="actions">
          <a class="btn pri" href={plainPath ?? '/'}>
            {plainPath ? clearFilters : frame.scoreALaunch}
          </a>
          <a class="btn" href="/leaderboards">
            {frame.explore}
          </a>
          <a class="btn" href="/api/v1/docs">
            {frame.apiReference}
          </a>
        </p>
      </div>
    )
  },
}
