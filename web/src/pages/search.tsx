import type { SearchProps } from '../../../contract/props/lists.ts'
import type { Page } from '../page.ts'
import { EmptyCard } from '../ui/cards.tsx'
import { ScoreTable } from '../ui/score-table.tsx'
import { plural } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { searchWords } from '../words/search.ts'

const most = 20

/** The matches of a query, by name or ticker. */
export const searchPage: Page<SearchProps> = {
  head: ({ q }, { language }) => {
    const t = pickWords(searchWords, language)
    return { title: q === '' ? t.title : t.titleFor(q), description: t.description, isUnlisted: q !== '' }
  },
  Body: function Search({ q, tickets, now }) {
    const t = useWords(searchWords)
    return (
      <div class="search-page">
        <h1>{t.title}</h1>
        <form class="query" action="/search" data-suggestions>
          <input
            type="search"
            name="q"
            defaultValue={q}
            required
            maxLength={100}
            aria-label={t.label}
            placeholder={t.label}
            autocomplete="off"
            spellcheck={false}
          />
          <button class="btn pri" type="submit">
            {t.search}
          </button>
        </form>
        {q !== '' && <Results q={q} tickets={tickets} now={now} />}
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
