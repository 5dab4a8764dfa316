import type { Page } from '../page.ts'
import type { TransparencyProps } from '../../../contract/props/transparency.ts'
import { pickWords, useWords } from '../words/language.ts'
import { transparencyWords } from '../words/transparency.ts'
import { AttesterSection } from './transparency/attester.tsx'
import { ChangelogSection } from './transparency/changelog.tsx'
import { IncidentsSection } from './transparency/incidents.tsx'
import { MeasuredSection } from './transparency/measured.tsx'
import { PromptsSection } from './transparency/prompts.tsx'
import { ScoringSection } from './transparency/scoring.tsx'

/** How scores are made, what changed, and what went wrong. */
export const transparencyPage: Page<TransparencyProps> = {
  head: (_props, { language }) => {
    const { title, description } = pickWords(transparencyWords, language)
    return { title, description }
  },
  Body: (props) => {
    const t = useWords(transparencyWords)
    return (
      <div class="transparency-page">
        <header class="page-head">
          <h1>{t.title}</h1>
          <p>{t.lede}</p>
        </header>
        <nav class="contents" aria-label={t.contents}>
          <ul>
            {Object.entries(t.places).map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="column">
          <ScoringSection {...props.scoring} />
          <MeasuredSection {...props.accuracy} />
          <PromptsSection releases={props.releases} />
          <AttesterSection attester={props.attester} former={props.formerAttesters} />
          <IncidentsSection incidents={props.incidents} />
          <ChangelogSection changelog={props.changelog} />
        </div>
      </div>
    )
  },
}
