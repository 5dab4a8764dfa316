import type { ComponentChildren } from 'preact'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.ts'

/** A link away from here: to an address that strangers may have named. */
export const OutsideLink = ({
  href,
  class: name,
  children,
}: {
  href: string
  class?: string
  children: ComponentChildren
}) => (
  <a class={name} href={href} target="_blank" rel="nofollow noopener noreferrer">
    {children}
    <span class="unseen"> {useWords(frameWords).opensAnotherSite}</span>
  </a>
)
