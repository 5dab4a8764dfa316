import type { ScoreProps } from '../../pages.ts'
import { Section } from '../../ui/layout.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'

/** What was submitted, in its author's words. */
export const LaunchSection = ({ score: { submission } }: ScoreProps) => (
  <Section id="launch" title="The pitch" note="In the words of whoever submitted it.">
    <blockquote class="pitch" dir="auto">
      {submission.description}
    </blockquote>
    <p class="note">
      Handle given:{' '}
      <OutsideLink href={`https://x.com/${encodeURIComponent(submission.xHandle.slice(1))}`}>
        {submission.xHandle}
      </OutsideLink>
    </p>
  </Section>
)
