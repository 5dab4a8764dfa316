import type { ErrorProps } from '../../../contract/props/pages.ts'
import type { Page } from '../page.ts'
import { toReportUrl } from '../ui/frame.tsx'
import { errorWords } from '../words/error.ts'
import { frameWords } from '../words/frame.ts'
import { pickWords, useWords } from '../words/language.ts'

/** The page of an error. The service’s own sentence is English. */
export const errorPage: Page<ErrorProps> = {
  head: ({ status, message }, { language }) => {
    const { titles, other } = pickWords(errorWords, language)
    return { title: titles[status] ?? other, description: message, isUnlisted: true }
  },
  Body: ({ status, message, plainPath, site }) => {
    const { titles, other, texts, clearFilters, review, isYours } = useWords(errorWords)
    const frame = useWords(frameWords)
    const text = texts[status]
    return (
      <div class="error-page">
        <p class="status">{status}</p>
        <h1>{titles[status] ?? other}</h1>
        <p class="message" lang={text ? undefined : 'en'}>
          {text ?? message}
        </p>
        {status === 451 && site.contactUrl && (
          <p class="message">
            {isYours}{' '}
            <a href={toReportUrl(site.contactUrl, site)} rel="nofollow">
              {review}
            </a>
          </p>
        )}
        <p class="actions">
          <a class="btn pri" href={plainPath ?? '/'}>
            {plainPath ? clearFilters : frame.scoreALaunch}
          </a>
          <a class="btn" href="/leaderboards">
            {frame.explore}
          </a>
        </p>
      </div>
    )
  },
}
