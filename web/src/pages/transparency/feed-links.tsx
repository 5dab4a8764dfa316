/** Both forms of a feed. */
export const FeedLinks = ({ feed }: { feed: string }) => (
  <>
    Follow: <a href={`/feeds/${feed}.xml`}>Atom</a>, <a href={`/feeds/${feed}.json`}>JSON Feed</a>
  </>
)
