import type { Page } from '../page.ts'
import type { CompareProps } from '../../../contract/props/compare.ts'
import { formatList } from '../words/formats.ts'
import { compareWords } from '../words/compare.ts'
import { pickWords, useWords } from '../words/language.ts'
import { ledIn } from '../words/lead.ts'
import { CompareTable, listShown } from './compare/compare-table.tsx'

const most = 4

/** Up to four scores side by side. */
export const comparePage: Page<CompareProps> = {
  head: ({ entries }, { language }) => {
    const t = pickWords(compareWords, language)
    const names = listShown(entries).map(({ score, state }) => ledIn(language, state, score.submission.name))
    const title = names.length > 0 ? t.titleOf(formatList(names, language)) : t.title
    // one page of countless combinations
    return { title, description: t.description, isUnlisted: true }
  },
  Body: (props) => {
    const t = useWords(compareWords)
    const { entries } = props
    const majors = new Set(listShown(entries).map(({ score }) => score.promptVersion.split('.')[0]))
    return (
      <div class="compare-page">
        <header>
          <h1>{t.title}</h1>
          <p class="muted">{t.lead}</p>
        </header>
        {majors.size > 1 && <p class="card banner">{t.notComparable}</p>}
        {entries.length > 0 && <CompareTable {...props} />}
        <AddForm {...props} />
      </div>
    )
  },
}

/** A form that works by itself: what is compared already goes along. */
const AddForm = ({ entries, problem, typed }: CompareProps) => {
  const t = useWords(compareWords)
  if (entries.length >= most) return <p class="muted">{problem ? t.problems[problem] : t.full}</p>
  const said = [t.empty, t.one][listShown(entries).length]
  return (
    <form class="card add" action="/compare">
      {entries.length > 0 && <input type="hidden" name="ids" value={entries.map(({ id }) => id).join()} />}
      {said && <p>{said}</p>}
      <label for="add">{t.label}</label>
      <div>
        <input
          id="add"
          name="ids"
          type="text"
          value={typed}
          required
          maxLength={300}
          autocomplete="off"
          spellcheck={false}
          {...(problem && { 'aria-invalid': true, 'aria-describedby': 'add-problem' })}
        />
        <button class="btn pri" type="submit">
          {t.add}
        </button>
      </div>
      {problem && (
        <p class="problem" id="add-problem">
          {t.problems[problem]}
        </p>
      )}
    </form>
  )
}
