import type { ComponentChildren } from 'preact'

/** `pending`: something is missing. `fault`: something failed. */
type Kind = 'pending' | 'fault'

/** A short notice. */
export const Notice = ({ kind, title, children }: { kind: Kind; title: string; children: ComponentChildren }) => (
  <div class={`notice ${kind}`}>
    <p class="title">{title}</p>
    <div>{children}</div>
  </div>
)

interface RailCardProps {
  /** The heading's id, for links to it. */
  id: string
  title: ComponentChildren
  children: ComponentChildren
}

/** A card of the rail. */
export const RailCard = ({ id, title, children }: RailCardProps) => (
  <section class="card rail-card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** A row of a card: a name and its value. */
export const RailRow = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <p class="rail-row">
    <span>{label}</span>
    <span>{children}</span>
  </p>
)

interface EmptyCardProps {
  title: ComponentChildren
  hint?: ComponentChildren
  actions?: ComponentChildren
}

/** Shown for an empty list: why it is empty, and what to do. */
export const EmptyCard = ({ title, hint, actions }: EmptyCardProps) => (
  <section class="empty-card card">
    <h2>{title}</h2>
    {hint !== undefined && <p>{hint}</p>}
    {actions && <p class="actions">{actions}</p>}
  </section>
)
