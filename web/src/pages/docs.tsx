import type { ApiDocument, Content, DocsProps, Operation, Schema } from '../../../contract/props/docs.ts'
import type { Page } from '../page.ts'
import { CopyButton } from '../ui/command.tsx'

/** The reference of the API, made from its OpenAPI document. */
export const docsPage: Page<DocsProps> = {
  isEnglishOnly: true,
  head: ({ document: { info } }, { name }) => ({ title: `${name} API`, description: info.description }),
  Body: ({ document, site }) => {
    const groups = document.tags
      .map(({ name, description }) => ({ name, description, routes: listRoutes(document, name) }))
      .filter(({ routes }) => routes.length > 0)
    const origins = findOrigins(groups.flatMap(({ routes }) => routes))
    return (
      <div class="docs-page">
        <header class="page-head">
          <h1>{site.name} API</h1>
          <p>{document.info.description}</p>
          <p class="links">
            Version {document.info.version} · <a href="/api/v1/openapi.json">OpenAPI 3.1</a> ·{' '}
            <a href="/api/v1/openapi-3.0.json">OpenAPI 3.0</a> · <a href="/docs">Guides</a> ·{' '}
            <a href="/docs/api#errors">Error codes</a> · <a href="/llms.txt">llms.txt</a> ·{' '}
            <a href="/transparency#changelog">Changelog</a> · <a href="/feeds/changelog.xml">Atom feed</a>
          </p>
        </header>
        <nav class="contents" aria-label="Operations">
          {groups.map(({ name, routes }) => (
            <details key={name} open>
              <summary>{name}</summary>
              <ul>
                {routes.map(({ operation: { operationId, summary } }) => (
                  <li key={operationId}>
                    <a href={`#${operationId}`}>{summary}</a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
          <a href="#schemas">Schemas</a>
        </nav>
        <div class="column">
          {groups.map(({ name, description, routes }) => (
            <section key={name} aria-labelledby={`tag-${name}`}>
              <h2 id={`tag-${name}`}>{description}</h2>
              {routes.map((route) => (
                <OperationPart key={route.operation.operationId} {...route} url={site.url} origins={origins} />
              ))}
            </section>
          ))}
          <Schemas schemas={document.components.schemas} />
        </div>
      </div>
    )
  },
}

const Schemas = ({ schemas }: DocsProps['document']['components']) => (
  <section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    {Object.entries(schemas).map(([name, schema]) => (
      <article key={name} class="card operation" id={`schema-${name}`}>
        <h3>
          <code>{name}</code>
        </h3>
        {schema.description && (
          <p>
            <Prose text={schema.description} />
          </p>
        )}
        <SchemaFields schema={schema} />
      </article>
    ))}
  </section>
)

interface OperationProps extends Route {
  /** PUBLIC_URL. */
  url: string
  /** The first operation with each example, by its text: the others refer to it. */
  origins: Map<string, string>
}

/** One operation: how to send it, and what comes back. */
const OperationPart = ({ method, path, operation, url, origins }: OperationProps) => {
  const { operationId, summary, description, parameters = [], requestBody } = operation
  const body = findJson(requestBody?.content) ?? findForm(requestBody?.content)
  return (
    <article class="card operation" id={operationId}>
      <h3>
        <a href={`#${operationId}`}>{summary}</a>
      </h3>
      <p class="route">
        <span class="method">{method}</span> <code>{path}</code> <span class="kind">{describeAccess(operation)}</span>
      </p>
      {description && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Fields
            rows={parameters.map(({ name, schema, required = false, description: text, in: place }) => ({
              name,
              schema,
              isRequired: required,
              description: text ?? schema.description,
              place,
            }))}
          />
        </>
      )}
      {body?.schema && (
        <>
          <h4>Body</h4>
          <SchemaFields schema={body.schema} />
        </>
      )}
      {method !== 'EVENT' && <Example text={writeCurl({ method, path, operation, url })} title="curl" />}
      <Responses operation={operation} origins={origins} />
    </article>
  )
}

const Responses = ({
  operation: { operationId, responses },
  origins,
}: Pick<OperationProps, 'operation' | 'origins'>) => (
  <>
    <h4>Responses</h4>
    <dl class="responses">
      {Object.entries(responses).map(([status, { description, content }], at, all) => {
        const json = findJson(content)
        const shape = json?.schema?.$ref
        const example = formatExample(json?.example)
        const isShown = all.slice(0, at).some(([, earlier]) => findJson(earlier.content)?.schema?.$ref === shape)
        return (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <Prose text={description} /> {shape && <Type schema={{ $ref: shape }} />}
              {status.startsWith('2') && example !== undefined && !(shape && isShown) && (
                <ResponseExample {...{ operationId, origins }} text={example} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  </>
)

interface ResponseExampleProps extends Pick<OperationProps, 'origins'> {
  operationId: string
  text: string
}

const ResponseExample = ({ operationId, origins, text }: ResponseExampleProps) => {
  const origin = origins.get(text)
  if (origin === undefined || origin === operationId) return <Example title="Example" text={text} />
  return (
    <p class="small">
      The example of <a href={`#${origin}`}>{origin}</a>.
    </p>
  )
}

/** Closed at first, to keep the page short. */
const Example = ({ title, text }: { title: string; text: string }) => (
  <details class="example">
    <summary>{title}</summary>
    <div>
      <pre tabIndex={0} aria-label={title}>
        <code>{text}</code>
      </pre>
      <CopyButton class="btn sm" label="Copy" what={title} />
    </div>
  </details>
)

function describeAccess({ security = [] }: Operation): string {
  const schemes = security.flatMap((one) => Object.keys(one))
  if (schemes.includes('adminToken')) return 'needs ADMIN_TOKEN'
  if (!schemes.includes('apiKey')) return ''
  return security.some((one) => Object.keys(one).length === 0) ? 'API key optional' : 'needs an API key'
}

function writeCurl({ method, path, operation, url }: Omit<OperationProps, 'origins'>): string {
  const { requestBody, security = [] } = operation
  const example = findJson(requestBody?.content)?.example
  const form = findForm(requestBody?.content)?.schema?.properties ?? {}
  const needsToken = security.length > 0 && security.every((one) => Object.keys(one).length > 0)
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} '${url}${path}'`,
    ...(needsToken ? [`-H "authorization: Bearer $TOKEN"`] : []),
    ...(example === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`]),
    ...Object.keys(form).map((field) => `-F '${field}=@${field}.png'`),
  ]
  return parts.join(' \\\n  ')
}

interface Row {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
  place?: string
}

/** The fields of an object, or the parameters of a request, one below the other. */
const Fields = ({ rows }: { rows: Row[] }) => (
  <dl class="rows">
    {rows.map(({ name, schema, isRequired, description, place }) => (
      <div key={`${place}${name}`}>
        <dt>
          <code>{name}</code>
          <span class="kind">
            <Type schema={schema} />
            {place && `, in the ${place}`}
            {isRequired && ', required'}
          </span>
        </dt>
        {description && (
          <dd>
            <Prose text={description} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)

/** The type in words; named schemas are links. */
const Type = ({ schema }: { schema: Schema }) => (
  <>
    {describeType(schema).map(({ text, href }, at) =>
      href ? (
        <a key={at} href={href}>
          {text}
        </a>
      ) : (
        text
      ),
    )}
  </>
)

/** A schema without fields is described by its type alone. */
const SchemaFields = ({ schema }: { schema: Schema }) => {
  const { properties, required = [] } = schema
  if (!properties)
    return (
      <p class="kind">
        <Type schema={schema} />
      </p>
    )
  return (
    <Fields
      rows={Object.entries(properties).map(([name, field]) => ({
        name,
        schema: field,
        isRequired: required.includes(name),
        description: field.description,
      }))}
    />
  )
}

/** A description, whose parts between backticks are code. */
const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)

/** An operation or an event, and where it is. */
interface Route {
  method: string
  path: string
  operation: Operation
}

/** The operations of a tag, then its events. */
function listRoutes({ paths, webhooks }: ApiDocument, tag: string): Route[] {
  const routes = [...flatten(paths, (method) => method.toUpperCase()), ...flatten(webhooks, () => 'EVENT')]
  return routes.filter(({ operation }) => operation.tags.includes(tag))
}

const flatten = (paths: ApiDocument['paths'], toMethod: (method: string) => string): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: toMethod(method), path, operation })),
  )

/** The schema that a body has as JSON. */
const findJson = (content: Record<string, Content | undefined> | undefined): Content | undefined =>
  content?.['application/json']

/** The form that an operation takes instead of JSON; its fields are files. */
const findForm = (content: Record<string, Content | undefined> | undefined): Content | undefined =>
  content?.['multipart/form-data']

/** `string`, `Band[]`, `"free" or "pro"`: parts with `href` are named schemas. */
function describeType(schema: Schema): { text: string; href?: string }[] {
  const { $ref, anyOf, oneOf, items, type, format } = schema
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return [{ text: name, href: `#schema-${name}` }]
  }
  const choices = anyOf ?? oneOf
  if (choices) return choices.flatMap((one, at) => [...(at > 0 ? [{ text: ' or ' }] : []), ...describeType(one)])
  if (schema.enum) return [{ text: schema.enum.map((value) => JSON.stringify(value)).join(' or ') }]
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (items) return [{ text: 'list of ' }, ...describeType(items)]
  const words = [type].flat().filter((word) => word !== undefined)
  return [{ text: (words.join(' or ') || 'any') + (format ? `, ${format}` : '') }]
}

/** undefined: there is none. */
const formatExample = (example: unknown): string | undefined =>
  example === undefined ? undefined : JSON.stringify(example, null, 2)

/** The first operation that responds with each example, by the example's text. */
function findOrigins(routes: Route[]): Map<string, string> {
  const origins = new Map<string, string>()
  for (const { operation } of routes)
    for (const { content } of Object.values(operation.responses)) {
      const text = formatExample(findJson(content)?.example)
      if (text !== undefined && !origins.has(text)) origins.set(text, operation.operationId)
    }
  return origins
}
