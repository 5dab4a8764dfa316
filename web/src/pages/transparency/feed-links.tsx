import { useWords } from '../../words/language.ts'
import { transparencyWords } from '../../words/transparency.ts'

/** Both forms of a feed. */
export const FeedLinks = ({ feed }: { feed: string }) => (
  <>
    {useWords(transparencyWords).follow} <a href={`/feeds/${feed}.xml`}>Atom</a>,{' '}
    <a href={`/feeds/${feed}.json`}>JSON Feed</a>
  </>
)
