import type { ComponentChildren } from 'preact'

interface RailCardProps {
  /** The heading's id, for links to it. */
  id: string
  title: ComponentChildren
  children: ComponentChildren
}

/** A card of the rail: a title, and little below it. */
export const RailCard = ({ id, title, children }: RailCardProps) => (
  <section class="card rail-card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** A row of a card: what it is, and its value at the other end. */
export const RailRow = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <p class="rail-row">
    <span>{label}</span>
    <span>{children}</span>
  </p>
)
