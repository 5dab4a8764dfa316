import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { callTool, type ToolApi } from './call-tool.ts'
import { findRoute, getMainOperation, instructions, toInputSchema, type Tool, tools } from './tools.ts'

/** Each connection or request needs its own server. */
export function createMcpServers({ document }: Pick<ToolApi, 'document'>): (api: ToolApi) => Server {
  const { title, version } = document.info
  const listed = tools.map((tool) => describeTool(tool, document))
  return (api) => {
    const server = new Server({ name: 'launchscore', title, version }, { capabilities: { tools: {} }, instructions })
    server.setRequestHandler('tools/list', async () => ({ tools: listed }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
      const tool = tools.find(({ name }) => name === params.name)
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
      return { ...(await callTool(api, { tool, given: params.arguments ?? {}, signal })) }
    })
    return server
  }
}

function describeTool(tool: Tool, document: ToolApi['document']) {
  const { name, title, description, isWriting = false } = tool
  const route = findRoute(document, getMainOperation(tool))
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object' as const, ...toInputSchema(route, document) },
    // Scoring depends on outside providers; reads are about this service's records.
    annotations: {
      readOnlyHint: !isWriting,
      destructiveHint: false,
      idempotentHint: !isWriting,
      openWorldHint: isWriting,
    },
  }
}
