import type { Operation } from '../../../../contract/props/docs.ts'
import { CopyButton } from '../../ui/command.tsx'
import { type Route, findForm, findJson, formatExample } from './document.ts'
import { Fields, Prose, SchemaFields, Type } from './fields.tsx'

interface OperationProps extends Route {
  /** PUBLIC_URL. */
  url: string
  /** The first operation with each example, by its text: the others refer to it. */
  origins: Map<string, string>
}

/** One operation: how to send it, and what comes back. */
export const OperationPart = ({ method, path, operation, url, origins }: OperationProps) => {
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

/** Closed at first, so that the page stays easy to survey. */
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
