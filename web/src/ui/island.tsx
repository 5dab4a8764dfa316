import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The names of the islands of a page, collected while it is rendered. */
export const Islands = createContext<Set<string>>(new Set())

interface IslandProps {
  /** The name of its module in `islands/`. */
  name: string
  /** Passed to its `mount` as JSON. */
  props?: object
  class?: string
  /** Shown until the module runs. */
  children?: ComponentChildren
}

/** A part of a page that a module of `islands/` makes interactive. */
export function Island({ name, props = {}, children, ...attributes }: IslandProps) {
  useContext(Islands).add(name)
  return (
    <div {...attributes} data-island={name} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
