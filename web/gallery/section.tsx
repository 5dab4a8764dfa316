import type { ComponentChildren } from 'preact'

interface SectionProps {
  /** Of its pictures too. */
  id: string
  title: string
  /** Its letters are in no font of ours, so each machine draws it in its own way, and no picture of it is kept. */
  isDrawnByTheSystem?: boolean
  children: ComponentChildren
}

/** One component, or a few that belong together. */
export const Section = ({ id, title, isDrawnByTheSystem = false, children }: SectionProps) => (
  <section class="gallery-section" id={id} data-section={isDrawnByTheSystem ? undefined : id}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** One state of a component, under its name. */
export const State = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div class="gallery-state">
    <p class="gallery-name">{name}</p>
    {children}
  </div>
)

/** States side by side where there is room. */
export const Row = ({ children }: { children: ComponentChildren }) => <div class="gallery-row">{children}</div>
