import type { Page } from '../page.ts'
import type { LeaveProps } from '../pages.ts'
import { Notice } from '../ui/notice.tsx'
import { Tally } from '../ui/tally.tsx'
import { hostOf } from './launch/host.ts'
import { RedNotice } from './launch/red-notice.tsx'

/** Between a launch and wherever its call to action leads: names the host, and what not to do there. */
export const leavePage: Page<LeaveProps> = {
  head: ({ score: { submission }, url }) => ({
    title: `Leaving for ${hostOf(url)}`,
    description: `The creator of ${submission.name} leads to ${hostOf(url)}.`,
    isUnlisted: true,
  }),
  Body: ({ enrollmentId, score, url, site }) => (
    <div class="lone leaving">
      <p class="lone-number">You are leaving {site.name}</p>
      <h1 class="host">{hostOf(url)}</h1>
      <p class="lede">
        This is where the creator of <bdi>{score.submission.name}</bdi> leads you. Nobody here has looked at it, and it
        can change at any time.
      </p>
      <RedNotice score={score} />
      {isEncoded(url) && (
        <Notice kind="warning" title="The name of this host is written in other letters">
          What begins with xn-- stands for letters beyond a to z, which can look like those of a name that you know.
        </Notice>
      )}
      <ul class="plain warnings">
        <li>
          Is this the host that you expected? Read it from its end: what stands before the last dots can say anything.
        </li>
        <li>Never type in a recovery phrase or a private key. Nobody honest asks for one.</li>
        <li>Read what your wallet shows before you sign: a signature can give away what you own.</li>
      </ul>
      <p class="whole-address">
        <span class="note">The whole address</span>
        <code>{url}</code>
      </p>
      <p class="actions">
        <a class="button" href={`/launch/${enrollmentId}`}>
          Back to the launch
        </a>
        <a class="button secondary" href={url} rel="nofollow noopener noreferrer">
          Go to <span class="host">{hostOf(url)}</span>
        </a>
      </p>
      <Tally score={score} />
    </div>
  ),
}

const isEncoded = (url: string): boolean => /(^|\.)xn--/.test(hostOf(url))
