import type { ComponentChildren } from 'preact'

interface SectionProps {
  /** The heading's id, for links to it. */
  id: string
  title: string
  /** A line under the title, in the margin. */
  note?: ComponentChildren
  children: ComponentChildren
}

/** A part of a page: its title in the margin where there is room, what it says beside it. */
export const Section = ({ id, title, note, children }: SectionProps) => (
  <section class="section" aria-labelledby={id}>
    <div class="margin">
      <h2 id={id}>{title}</h2>
      {note && <p class="note">{note}</p>}
    </div>
    <div class="matter">{children}</div>
  </section>
)
