import type { SearchProps } from '../../../contract/props/lists.ts'
import type { Page } from '../page.ts'
import { EmptyCard } from '../ui/cards.tsx'
import { ScoreTable } from '../ui/score-table.tsx'
import { plural } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { searchWords } from '../words/search.ts'

const most = 20

/** The matches of a query, by name or ticker. The field is in the bar. */
export const searchPage: Page<SearchProps> = {
  head: ({ q }, { language }) => {
    const t = pickWords(searchWords, language)
    return { title: q === '' ? t.title : t.titleFor(q), description: t.description, isUnlisted: q !== '' }
  },
  Body: function Search(props) {
    const t = useWords(searchWords)
    const { q, typo } = props
    return (
      <div class="search-page">
        {typo !== null && <p class="typo">{t.typos[typo]}</p>}
        <h1>{q === '' ? t.title : <bdi>{t.titleFor(q)}</bdi>}</h1>
        {q === '' && <p class="muted">{t.hint}</p>}
        {q !== '' && typo === null && <Results {...props} />}
      </div>
    )
  },
}

function Results({ q, tickets, now }: SearchProps) {
  const t = useWords(searchWords)
  const language = useLanguage()
  if (tickets.length === 0) return <NothingFound q={q} />
  const found = tickets.length === most ? { other: t.foundMost } : t.found
  return (
    <>
      <p class="muted">{plural(language, tickets.length, found)}</p>
      <ScoreTable tickets={tickets} now={now} label={t.results} />
    </>
  )
}

function NothingFound({ q }: Pick<SearchProps, 'q'>) {
  const t = useWords(searchWords)
  const score = (
    <a class="btn" href="/#score">
      {t.score}
    </a>
  )
  return <EmptyCard title={<bdi>{t.nothing(q)}</bdi>} hint={t.nothingHint} actions={score} />
}
