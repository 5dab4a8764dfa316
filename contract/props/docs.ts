export interface ApiDocument {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content | undefined> }
  responses: Record<string, { description: string; content?: Record<string, Content | undefined> }>
  security?: Record<string, unknown>[]
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

export interface Content {
  schema?: Schema
  example?: unknown
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export interface DocsProps {
  document: ApiDocument
}

export interface GuideEntry {
  /** Its address is `/docs/<slug>`. */
  slug: string
  group: string
  title: string
  /** The first paragraph, as text. */
  description: string
}

/** A guide as the build renders it from Markdown. */
export interface Guide extends GuideEntry {
  html: string
  sections: { id: string; title: string; level: number; text: string }[]
  source: string
}

export interface GuideProps {
  guide: Omit<Guide, 'source'>
  guides: GuideEntry[]
}

export interface GuidesProps {
  q: string
  guides: GuideEntry[]
  found: FoundSection[]
}

export interface FoundSection {
  slug: string
  id: string
  title: string
  guideTitle: string
  excerpt: string
}
