import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The names of the islands that a page holds, gathered while it is rendered. */
export const Islands = createContext<Set<string>>(new Set())

interface IslandProps {
  /** Of its module in islands/. */
  name: string
  /** The properties of its module: JSON. */
  props?: object
  class?: string
  /** The content before the module runs, and without it. */
  children?: ComponentChildren
}

/** A part of a page that a module of islands/ brings to life. */
export function Island({ name, props = {}, children, ...attributes }: IslandProps) {
  useContext(Islands).add(name)
  return (
    <div {...attributes} data-island={name} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
