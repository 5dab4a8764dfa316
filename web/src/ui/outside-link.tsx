import type { ComponentChildren } from 'preact'

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
    <span class="unseen"> (opens another site)</span>
  </a>
)
