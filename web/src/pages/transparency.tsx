import type { Page } from '../page.ts'
import type { TransparencyProps } from '../pages.ts'
import { AttesterSection } from './transparency/attester.tsx'
import { ChangelogSection } from './transparency/changelog.tsx'
import { IncidentsSection } from './transparency/incidents.tsx'
import { MeasuredSection } from './transparency/measured.tsx'
import { PromptsSection } from './transparency/prompts.tsx'
import { ScoringSection } from './transparency/scoring.tsx'

const description =
  'How scores are made and what they can’t be, every version of the rules with its hash and what it changed, incidents, and changes of the API.'

/** How scores are made, what changed, and what went wrong. */
export const transparencyPage: Page<TransparencyProps> = {
  head: () => ({ title: 'Transparency', description }),
  Body: (props) => (
    <>
      <div class="top">
        <h1>Transparency</h1>
        <p class="lede">
          How scores are made, what changed, and what went wrong. Only what was measured has a figure here.
        </p>
        <ul class="contents">
          {places.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </div>
      <IncidentsSection incidents={props.incidents} />
      <ScoringSection {...props.scoring} />
      <PromptsSection releases={props.releases} />
      <MeasuredSection />
      <AttesterSection attester={props.attester} former={props.formerAttesters} />
      <ChangelogSection changelog={props.changelog} />
    </>
  ),
}

const places = [
  { id: 'incidents', title: 'Incidents' },
  { id: 'scoring', title: 'How scores are made' },
  { id: 'versions', title: 'Prompt versions' },
  { id: 'measured', title: 'How well it judges' },
  { id: 'attester', title: 'Attester' },
  { id: 'changelog', title: 'API changelog' },
]
