import type { Page } from '../page.ts'
import type { DocsProps } from '../../../contract/props/docs.ts'
import { findOrigins, listRoutes } from './docs/document.ts'
import { Prose, SchemaFields } from './docs/fields.tsx'
import { OperationPart } from './docs/operation.tsx'

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
            <a href="/docs">Guides</a> · <a href="/docs/errors">Error codes</a> · <a href="/llms.txt">llms.txt</a> ·{' '}
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
