/** One call of a node, by a client that knows nothing of the service. */
export async function askNode(url: string, method: string, params: unknown[]): Promise<NodeAnswer> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  return (await response.json()) as NodeAnswer
}

export interface NodeAnswer {
  result?: any // oxlint-disable-line typescript/no-explicit-any -- what the wire brought, judged by the asserts
  error?: { code: number; message: string }
}
