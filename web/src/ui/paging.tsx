interface LimitProps {
  path: string
  limit: number
  /** What is counted. */
  what: string
  /** What else is chosen, to be kept. */
  kept: Record<string, string | null>
}

const limits = [10, 25, 50]

/** How many at once: a form that works by itself. */
export const LimitForm = ({ path, limit, what, kept }: LimitProps) => (
  <form class="limit" action={path}>
    {Object.entries(kept).map(
      ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
    )}
    <label for="limit">{what}</label>
    <select id="limit" name="limit">
      {(limits.includes(limit) ? limits : [limit, ...limits]).map((one) => (
        <option key={one} value={one} selected={one === limit}>
          {one}
        </option>
      ))}
    </select>
    <button class="button secondary" type="submit">
      Show
    </button>
  </form>
)

interface PagesProps {
  /** Where the list begins; null: one is there. */
  first: string | null
  /** Where it goes on; null: it doesn't. */
  next: string | null
  nextTitle: string
}

/** The way through a list that is longer than its page. */
export const Pages = ({ first, next, nextTitle }: PagesProps) =>
  first === null && next === null ? null : (
    <nav class="pages" aria-label="Pages">
      {first && <a href={first}>Back to the first page</a>}
      {next && (
        <a class="button secondary" href={next} rel="next">
          {nextTitle}
        </a>
      )}
    </nav>
  )
