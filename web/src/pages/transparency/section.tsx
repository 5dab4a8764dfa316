import type { ComponentChildren } from 'preact'

interface SectionProps {
  /** The heading's id, for links to it. */
  id: string
  title: string
  note?: ComponentChildren
  children: ComponentChildren
}

/** A part of the page, on a ground of its own. */
export const Section = ({ id, title, note, children }: SectionProps) => (
  <section class="card part" aria-labelledby={id}>
    <div class="part-head">
      <h2 id={id}>{title}</h2>
      {note && <p class="note">{note}</p>}
    </div>
    {children}
  </section>
)
