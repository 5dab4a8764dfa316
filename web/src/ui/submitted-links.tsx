import type { Link } from '../../../contract/links.ts'
import { useWords } from '../words/language.ts'
import { linkWords } from '../words/links.ts'
import { getHost } from './launch-hero.tsx'

interface SubmittedLinksProps {
  scoreId: string
  /** Older records have none. */
  links: Link[] | undefined
}

/** The hosts of a submission's links, each behind the page that names where it leads. */
export const SubmittedLinks = ({ scoreId, links = [] }: SubmittedLinksProps) => {
  const t = useWords(linkWords)
  if (links.length === 0) return null
  return (
    <ul class="submitted-links" aria-label={t.title}>
      {links.map(({ type, url }, at) => (
        <li key={at}>
          <span class="muted">{t.types[type]}</span>{' '}
          <a href={`/score/${scoreId}/leave/${at}`} rel="nofollow noopener ugc">
            <bdi>{getHost(url)}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
