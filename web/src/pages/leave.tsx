import type { Page } from '../page.ts'
import type { LeaveProps } from '../pages.ts'
import { Notice } from '../ui/notice.tsx'
import { Tally } from '../ui/tally.tsx'
import { WarningBanner, isWarned } from '../ui/warning.tsx'
import { getHost } from './launch/host.ts'
import { RedNotice } from './launch/red-notice.tsx'

/** Between a launch and wherever its call to action leads: names the host, and what not to do there. */
export const leavePage: Page<LeaveProps> = {
  head: ({ score: { submission }, url }) => ({
    title: `Leaving for ${getHost(url)}`,
    description: `The creator of ${submission.name} leads to ${getHost(url)}.`,
    isUnlisted: true,
  }),
  Body: ({ enrollmentId, score, url, unicodeUrl, site }) => (
    <div class="lone leaving">
      <WarningBanner score={score} />
      <p class="lone-number">You are leaving {site.name}</p>
      <h1 class="host">{getHost(url)}</h1>
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
        {unicodeUrl && (
          <>
            <span class="note">In its own letters</span>
            <code>
              <bdi>{unicodeUrl}</bdi>
            </code>
          </>
        )}
      </p>
      <p class="actions">
        <a class="button" href={`/launch/${enrollmentId}`}>
          Back to the launch
        </a>
        <a class={isWarned(score) ? undefined : 'button secondary'} href={url} rel="nofollow noopener noreferrer">
          Go to <span class="host">{getHost(url)}</span>
        </a>
      </p>
      <Tally score={score} />
    </div>
  ),
}

const isEncoded = (url: string): boolean => /(^|\.)xn--/.test(getHost(url))
