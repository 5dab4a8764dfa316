import type { ComponentChildren } from 'preact'

export interface Segment {
  title: ComponentChildren
  href: string
  isChosen: boolean
}

/** A row of links, of which one is chosen. */
export const Segments = ({ label, segments }: { label: string; segments: Segment[] }) => (
  <nav class="segments" aria-label={label}>
    <ul>
      {segments.map(({ title, href, isChosen }) => (
        <li key={href}>
          <a href={href} aria-current={isChosen ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
