import type { ErrorProps } from '../../../contract/props/pages.ts'
import type { Page } from '../page.ts'
import { toReportUrl } from '../ui/frame.tsx'
import { errorWords } from '../words/error.ts'
import { frameWords } from '../words/frame.ts'
import { pickWords, useWords } from '../words/language.ts'

/** The page of an error. The service’s own sentence is English. */
export const errorPage: Page<ErrorProps> = {
  head: (props, { language }) => ({
    title: toTitle(props, pickWords(errorWords, language)),
    description: props.message,
    isUnlisted: true,
  }),
  Body: (props) => {
    const { status, plainPath, site } = props
    const t = useWords(errorWords)
    const { clearFilters, review, isYours } = t
    const frame = useWords(frameWords)
    return (
      <div class="error-page">
        <p class="status">{status}</p>
        <h1>{toTitle(props, t)}</h1>
        <Message {...props} />
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

type ErrorWords = typeof errorWords.en

const toTitle = ({ status, provider }: ErrorProps, { titles, other, providers, notAnswering }: ErrorWords): string => {
  const name = provider && providers[provider]
  return status === 502 && name ? notAnswering(name) : (titles[status] ?? other)
}

const Message = ({ status, message, reason }: ErrorProps) => {
  const { texts, reasonOf } = useWords(errorWords)
  if (reason !== undefined)
    return (
      <p class="message">
        {reasonOf} <bdi lang="">{reason}</bdi>
      </p>
    )
  const text = texts[status]
  return (
    <p class="message" lang={text ? undefined : 'en'}>
      {text ?? message}
    </p>
  )
}
