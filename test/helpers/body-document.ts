/** A document with an operation for each of these schemas, which is that of its request's body. */
export function bodyDocument(
  schemas: object,
  responses: (content: object) => object = () => ({ 204: { description: 'd' } }),
): string {
  const paths = Object.keys(schemas).map((name) => {
    const schema = { $ref: `#/components/schemas/${name}` }
    const requestBody = { content: { 'application/json': { schema } } }
    return [
      `/${name}`,
      { post: { operationId: name, requestBody, responses: responses(requestBody) } },
    ]
  })
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Random', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas },
  })
}
